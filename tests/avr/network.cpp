// A network of int8 on an ATmega328P: with its constants in RAM or, with FETCHED defined, in flash,
// from where they are fetched layer by layer. It writes outputs for three inputs; compiled for this
// machine it writes what they have to be.
#include <etch/etch.hpp>

#include "../support/small_weights.hpp"

#if __has_include(<avr/io.h>)
#include <avr/io.h>
#define IS_AVR 1
#else
#include <cstdio>
#define IS_AVR 0
#endif

namespace {

using etch::affine, etch::shape, etch::tensor;
using value = affine<std::int8_t, 0.05, 3>;

template <class F, class S, int From>
constexpr etch::constant<tensor<F, S, etch::ohwi>> some{&w::bytes.byte[From]};
struct bias {
  std::int32_t code[8]{};
  constexpr bias() {
    for (int i = 0; i < 8; ++i) code[i] = 40'000 * (i % 3 - 1);
  }
};
constexpr bias biases;
using weight = affine<std::int8_t, 0.002>;
constexpr etch::parameters filters{some<weight, shape<8, 3, 3, 1>, 0>,
                                   etch::constant<tensor<etch::bias32, shape<8>>>{biases.code}};
constexpr etch::parameters each{some<weight, shape<1, 3, 3, 8>, 100>};
constexpr etch::parameters scores{some<weight, shape<5, 32>, 200>};

inline constexpr auto graph = etch::graph([](etch::input<tensor<value, shape<8, 8, 1>>> x) {
  using namespace etch::dsl;
  const auto y = x | conv2d(filters, {.stride = 2}) | to<value> | relu;
  return add<value>(y, y | depthwise_conv2d(each) | to<value>) | max_pool<2> | flatten |
         dense(scores) | to<value> | softmax;
});

#if IS_AVR
void write(char c) {
  while ((UCSR0A & 1 << UDRE0) == 0) {
  }
  UDR0 = static_cast<unsigned char>(c);
}
#else
void write(char c) { std::putchar(c); }
#endif
void write(const char* text) {
  for (; *text != 0; ++text) write(*text);
}
void write(int n) {
  if (n < 0) write('-'), n = -n;
  if (n > 9) write(n / 10);
  write(static_cast<char>('0' + n % 10));
}

/// Copies from where the constants lie.
struct copier {
  void operator()(void* to, const void* from, std::size_t bytes) const {
#if IS_AVR
    using flash = const unsigned char __attribute__((address_space(1)));
    auto* source = reinterpret_cast<flash*>(reinterpret_cast<std::uintptr_t>(from));
#else
    const auto* source = static_cast<const unsigned char*>(from);
#endif
    for (auto* codes = static_cast<unsigned char*>(to); bytes > 0; --bytes) *codes++ = *source++;
  }
};

}  // namespace

int main() {
#if IS_AVR
  UCSR0B = 1 << TXEN0;
#endif
#ifdef FETCHED
  static etch::network<graph, etch::generic, etch::options{.fetch = true}> net;
#else
  static etch::network<graph, etch::generic> net;
#endif
  for (int k = 0; k < 3; ++k) {
    for (int i = 0; i < net.input().size(); ++i) {
      net.input()[i] = static_cast<std::int8_t>((29 * i + 71 * k) % 255 - 127);
    }
#ifdef FETCHED
    net.run(copier{});
#else
    net.run();
#endif
    for (const int code : net.output()) write(code), write(' ');
    write('\n');
  }
  write("exit 0\n");
}
