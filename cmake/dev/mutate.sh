# ./dev mutate: bugs planted one by one in a copy of the source, and the tests that must see them.

run() {
  setup
  mkdir -p build/mutate
  ${CXX:-g++} -std=c++20 -O1 -pthread cmake/tools/mutate.cpp -o build/mutate/mutate
  build/mutate/mutate . build/mutate "$jobs" "$@"
}
