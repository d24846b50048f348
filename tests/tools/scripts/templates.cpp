template <int N>
struct chain {
  static constexpr int length = chain<N - 1>::length + 1;
};
template <>
struct chain<0> {
  static constexpr int length = 0;
};
int length() { return chain<20>::length; }
