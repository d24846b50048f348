// The figures of a model of TensorFlow Lite, on the first inputs of its reference data.
#include HEADER

#include <model.hpp>

#include <cstring>

#include INPUTS_HEADER

#define BYTES(name) blob::name##_bytes
#define SIZE(name) blob::name##_size
#define BYTES_OF(name) BYTES(name)
#define SIZE_OF(name) SIZE(name)

int main(int argc, char** argv) {
  using net = NETWORK;
  constexpr int input_bytes = net::input_value<0>::span;
  constexpr int inputs = SIZE_OF(INPUTS) / input_bytes;
  etch::bench::report report(argc, argv);
  constexpr int count = inputs < 4 ? inputs : 4;
  const auto write_input = [](auto& n, int k) {
    std::memcpy(n.input().data(), BYTES_OF(INPUTS) + k * input_bytes, input_bytes);
  };
  etch::bench::measure<net>(report, NAME, count, write_input);
  // with the channels that are the same for every input, where there are any
  const auto measure_whole = [&]<class Net>() {
    using whole = typename Net::template with<etch::options{.slim = false}>;
    if constexpr (Net::channels().kept < Net::channels().total)
      etch::bench::measure<whole>(report, NAME "_whole", count, write_input);
  };
  measure_whole.operator()<net>();
  // layer after layer, outputs over inputs
  using overlapping = net::with<etch::options{.ram = etch::ram::overlapping}>;
  etch::bench::measure<overlapping>(report, NAME "_overlapping", count, write_input);
  // in the least RAM, with the input whole and in rows, and in a budget
  using smallest = net::with<etch::options{.ram = etch::ram::smallest}>;
  etch::bench::measure<smallest>(report, NAME "_smallest", count, write_input);
  using in_rows = etch::bench::fed_by_rows<
      net::with<etch::options{.ram = etch::ram::smallest, .input = etch::arrival::rows}>>;
  etch::bench::measure<in_rows>(report, NAME "_smallest_rows", count, [](auto& n, int k) {
    n.codes = reinterpret_cast<const signed char*>(BYTES_OF(INPUTS)) + k * input_bytes;
  });
  // with constants copied from slow memory
  using fetched = etch::bench::fetching<net::with<etch::options{.fetch = true}>>;
  etch::bench::measure<fetched>(report, NAME "_fetched", count, write_input);
#ifdef WITHIN
  using within = net::with<etch::options{.ram = etch::ram::within(WITHIN)}>;
  etch::bench::measure<within>(report, NAME "_within", count, write_input);
#endif
}
