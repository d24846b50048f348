// Codes of every width that no C++ type has: graphs on them against the same graphs on codes of 8
// or 16 bits that are clamped to as many.
// LONG: instrumented
#include <catch2/catch.hpp>
#include <etch/etch.hpp>

#include "../support/one_node.hpp"

namespace {

using namespace etch;

TEST_CASE("nine codes of 7 bits are one word") {
  const int weights[9]{-64, -1, 0, 1, 63, -32, 17, 5, -9};
  packed_array<std::int8_t, 7, 9> kernel;
  for (int i = 0; i < 9; ++i) kernel[i] = static_cast<std::int8_t>(weights[i]);
  CHECK(sizeof kernel == 8);
  CHECK(load<std::uint64_t>(kernel.byte, 0) == 0x770A4703F0203FC0U);
  for (int i = 0; i < 9; ++i) CHECK(kernel[i] == weights[i]);
}

TEST_CASE("the tenth code of 7 bits begins a word") {
  packed_array<std::int8_t, 7, 10> codes;
  codes[9] = 0x35;
  CHECK(sizeof codes == 16);
  CHECK((codes.byte[7] == 0 && codes.byte[8] == 0x35));
}

TEST_CASE("the first of two codes of 4 bits is the low half of a byte") {
  packed_array<std::int8_t, 4, 3> codes;
  codes[0] = -8, codes[1] = 7, codes[2] = -1;
  CHECK(sizeof codes == 2);
  CHECK((codes.byte[0] == 0x78 && codes.byte[1] == 0x0f));
}

template <int Bits, class Code>
void check_storage() {
  constexpr int count = 40;
  packed_array<Code, Bits, count> codes;
  int model[count]{};
  test::random_numbers r{17};
  const bool has_sign = static_cast<Code>(-1) < 0;
  for (int k = 0; k < 4000; ++k) {
    const int i = r.between(0, count - 1);
    const int code =
        r.between(has_sign ? -(1 << (Bits - 1)) : 0, (1 << (has_sign ? Bits - 1 : Bits)) - 1);
    codes[i] = static_cast<Code>(code);
    model[i] = code;
  }
  for (int i = 0; i < count; ++i) CHECK(codes[i] == model[i]);
  const int bytes = Bits == 7 ? 5 * 8 : (count * Bits + 7) / 8;
  CHECK(sizeof codes == static_cast<std::size_t>(bytes));
}
TEST_CASE("a code that is written changes no other") {
  check_storage<1, std::uint8_t>(), check_storage<2, std::int8_t>();
  check_storage<3, std::int8_t>(), check_storage<3, std::uint8_t>();
  check_storage<4, std::int8_t>(), check_storage<4, std::uint8_t>();
  check_storage<5, std::int8_t>(), check_storage<6, std::uint8_t>();
  check_storage<7, std::int8_t>(), check_storage<7, std::uint8_t>();
}

/// Random codes of Bits bits as bytes of a constant: packed, or in a whole Code each.
template <class Code, int Bits, int Stored, int Count, std::uint32_t Seed>
struct codes_of {
  using memory = detail::code_memory<Code, Stored>;
  struct array {
    unsigned char byte[memory::bytes(Count)]{};
  };
  static constexpr array make() {
    array a;
    test::random_numbers r{Seed};
    for (int i = 0; i < Count; ++i) {
      const int code = r.between(-(1 << (Bits - 1)), (1 << (Bits - 1)) - 1);
      if constexpr (Stored < 8) {
        write_packed(a.byte, Stored, i, code);
      } else {
        for (unsigned b = 0; b < sizeof(Code); ++b) {
          a.byte[static_cast<unsigned>(i) * sizeof(Code) + b] =
              static_cast<unsigned char>(code >> 8 * b);
        }
      }
    }
    return a;
  }
  static constexpr array value = make();
};

// F stores codes as wide as G does, which has Bits of them; both have as many fraction bits.
template <int Bits, bool Native>
struct graphs {
  static constexpr int whole = Native ? Bits : Bits < 8 ? 8 : 16;
  template <int Frac>
  using number = q<whole - 1 - Frac, Frac>;
  using code = signed_storage_t<whole>;
  template <class S, int Count, std::uint32_t Seed>
  static constexpr auto weights() {
    return parameters{
        constant<tensor<number<1>, S, ohwi>>{codes_of<code, Bits, whole, Count, Seed>::value.byte}};
  }
  static constexpr int low = -(1 << (Bits - 1)), high = (1 << (Bits - 1)) - 1;

  static constexpr auto graph = etch::graph([](input<tensor<number<0>, shape<5, 5, 3>>> x) {
    using namespace etch::dsl;
    using out = number<-2 * Bits>;
    const auto bounded = dsl::clamp(low, high);
    auto a =
        x | conv2d(weights<shape<4, 3, 3, 3>, 108, 1>()) | to<number<-1 - Bits>> | bounded | relu;
    auto b =
        a | depthwise_conv2d(weights<shape<1, 3, 3, 4>, 36, 2>()) | to<number<-3 - Bits>> | bounded;
    auto c = dsl::add<number<-3 - Bits>>(a, b) | bounded | max_pool<2> | dsl::pad(1);
    auto d = concat(c, c) | transpose<1, 0, 2> | avg_pool<2, 1>({.stride = 1});
    auto e = sub<number<-4 - Bits>>(d, d | leaky_relu(0.25F) | bounded) | bounded;
    return outputs(e | dense(weights<shape<3, 4 * 3 * 8>, 288, 3>()) | to<out> | bounded,
                   d | flatten | to<number<-2 - Bits>> | bounded);
  });
};

template <class Net>
void fill(Net& net) {
  test::random_numbers r{99};
  for (int i = 0; i < 75; ++i) {
    const int code = r.between(Net::low, Net::high);
    net.input()[i] = static_cast<typename Net::template input_value<>::storage>(code);
  }
}
template <int Bits, bool Native>
struct net : network<graphs<Bits, Native>::graph, this_target, options{.sums = overflow::wraps}> {
  static constexpr int low = graphs<Bits, Native>::low, high = graphs<Bits, Native>::high;
};

template <int Bits>
void check_width() {
  static net<Bits, true> have;
  static net<Bits, false> want;
  fill(have), fill(want);
  have.run(), want.run();
  INFO(Bits);
  long spread = 0;
  for (int i = 0; i < 3; ++i) CHECK(int{have.output()[i]} == int{want.output()[i]});
  const auto x = have.template output<1>();
  const auto y = want.template output<1>();
  for (int i = 0; i < x.size(); ++i) {
    CHECK(int{x[i]} == int{y[i]});
    spread += x[i] != 0 ? 1 : 0;
  }
  CHECK((spread > 3 || Bits == 2));
  if constexpr (Bits < 8) {
    CHECK(have.ram_bytes < want.ram_bytes);
    CHECK(have.constant_bytes < want.constant_bytes);
  }
}
TEST_CASE("networks on codes of every width") {
  check_width<2>(), check_width<3>(), check_width<4>(), check_width<5>(), check_width<6>();
  check_width<7>(), check_width<9>(), check_width<12>(), check_width<15>();
}

// The same inside the compiler.
constexpr std::int8_t picture[75]{1, -8, 7, 3};
static_assert(network<graphs<4, true>::graph>::evaluate(picture).code[1] ==
              network<graphs<4, false>::graph>::evaluate(picture).code[1]);

/// The largest sum of filter 0 of the first layer: 27 codes of 4 bits, inputs of -8 .. 7.
constexpr long long largest_sum() {
  const unsigned char* const bytes = codes_of<std::int8_t, 4, 4, 108, 1>::value.byte;
  long long largest = 0;
  for (int o = 0; o < 4; ++o) {
    long long sum = 0;
    for (int i = 0; i < 27; ++i) {
      const int w = read_packed(bytes, 4, true, 27 * o + i);
      sum += w > 0 ? 7 * w : -8 * w;
    }
    largest = maximum(largest, sum);
  }
  return largest;
}
static_assert(network<graphs<4, true>::graph>::layer_sums(0).high ==
              largest_sum() + 32);  // the half that rounding adds

}  // namespace
