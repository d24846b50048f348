// Constants quantised and folded by the compiler.
#include <etch/etch.hpp>

namespace {

using namespace etch;

constexpr int count = 4 * 3 * 3 * 2;
struct float_bytes {
  unsigned char byte[4 * count]{};
};
/// Numbers from -1.5 to 1.5, and 100 among them.
constexpr float number(int i) {
  return i == 40 ? 100.0F : static_cast<float>(i * 37 % 72 - 36) / 24.0F;
}
constexpr float_bytes numbers = [] {
  float_bytes b;
  for (int i = 0; i < count; ++i) detail::put_code<32>(b.byte, i, number(i));
  return b;
}();
using filters = tensor<f32, shape<4, 3, 3, 2>, ohwi>;
constexpr constant<filters> trained{numbers.byte};
constexpr constant<tensor<f32, shape<4>>> four{numbers.byte + 0};

template <class F>
constexpr bool nearest(const auto& made) {
  using storage = typename F::kind::template storage<F::bits>;
  using memory = detail::code_memory<storage, F::bits>;
  for (int i = 0; i < count; ++i) {
    storage code{};
    if constexpr (F::bits < 8) code = typename memory::const_pointer(made.bytes)[i];
    else code = load<storage>(made.bytes, i);
    if (code != ::etch::number<F>(static_cast<double>(number(i))).code()) return false;
  }
  return true;
}

inline constexpr auto bytes = quantise<q<0, 7>>(trained);
static_assert(nearest<q<0, 7>>(bytes) && sizeof bytes.bytes == count);
inline constexpr auto halves = quantise<q<1, 2>>(trained);
static_assert(nearest<q<1, 2>>(halves) && sizeof halves.bytes == count / 2);
inline constexpr auto sevens = quantise<q<1, 5>>(trained);
static_assert(nearest<q<1, 5>>(sevens) && sizeof sevens.bytes == count / 9 * 8);
inline constexpr auto wide = quantise<affine<std::int16_t, 0.001, 5>>(trained);
static_assert(nearest<affine<std::int16_t, 0.001, 5>>(wide));
inline constexpr auto short_of = quantise<q<0, 7>>(trained, rounding::toward_zero);
static_assert(!nearest<q<0, 7>>(short_of));

// The largest magnitude of each channel is the last code.
inline constexpr auto scales = scales_of<8, 4>(trained);
using by_channel = affine_channels<std::int8_t, scales>;
inline constexpr auto channels = quantise<by_channel>(trained);
constexpr bool fills_every_channel = [] {
  for (int c = 0; c < 4; ++c) {
    int largest = 0;
    for (int i = 0; i < 18; ++i) {
      const int code = static_cast<signed char>(channels.bytes[18 * c + i]);
      largest = maximum(largest, code < 0 ? -code : code);
      const double error = code * scales.channel[c] - static_cast<double>(number(18 * c + i));
      if (error > 0.5001 * scales.channel[c] || error < -0.5001 * scales.channel[c]) return false;
    }
    if (largest != 127) return false;
  }
  return true;
}();
static_assert(fills_every_channel);
inline constexpr auto last_scales = scales_of<4, 2>(trained, channels_at::last);
static_assert(last_scales.channel[0] * 7 == 100.0);

// A channel of zeros has the scale 1; biases are in units of each channel's sum.
inline constexpr unsigned char four_reals[16]{0, 0, 0x80, 0x3f, 0, 0, 0, 0xc0,
                                              0, 0, 0,    0,    0, 0, 0, 0x80};
inline constexpr constant<tensor<f32, shape<4, 1>, ohwi>> of_four_reals{
    four_reals};  // 1, -2, 0, -0
inline constexpr auto scales_of_zeros = scales_of<8, 4>(of_four_reals);
static_assert(scales_of_zeros.channel[1] == 2.0 / 127 && scales_of_zeros.channel[2] == 1);
static_assert(scales_of_zeros.channel[3] == 1 && largest_of(of_four_reals) == 2);
inline constexpr double quarters[4]{0.25, 0.5, 1, 2};
inline constexpr constant<tensor<f32, shape<4>>> flat_reals{four_reals};
inline constexpr auto bias_codes =
    quantise_bias<affine<std::int8_t, 0.5>, affine_channels<std::int8_t, quarters>>(flat_reals);
static_assert(load<std::int32_t>(bias_codes.bytes, 0) == 8);
constexpr unsigned char little_endian[16] = {0, 0, 0, 0, 0, 0, 0, 0, 1, 2, 3, 4, 5, 6, 7, 0x88};
static_assert(load<long long>(little_endian, 1) == -0x77f8f9fafbfcfdffLL);
static_assert(load<std::int32_t>(bias_codes.bytes, 1) == -8);
inline constexpr auto long_bias_codes = quantise_bias<q<0, 15>, q<-4, 19>, bias64>(flat_reals);
static_assert(load<long long>(long_bias_codes.bytes, 0) == 1LL << 34);
static_assert(load<std::int32_t>(quantise_bias<q<0, 15>, q<-4, 19>>(flat_reals).bytes, 0) ==
              INT32_MAX);

// The fold equals the layer and the batch_norm behind it, and both become a network.
inline constexpr auto folded = fold(parameters{trained, four}, four, four, four,
                                    constant<tensor<f32, shape<4>>>{&numbers.byte[4 * 20]}, 1.0);
inline constexpr auto folded_codes = quantise<q<3, 4>>(folded.weights.as_constant());
inline constexpr auto folded_bias = quantise_bias<q<0, 7>, q<3, 4>>(folded.bias.as_constant());
constexpr bool folds = [] {
  for (int o = 0; o < 4; ++o) {
    const scale_and_offset y = ops::batch_norm::normalising(
        number(o), number(o), number(o), number(20 + o), 1.0, epsilon_at::variance);
    for (int i = 18 * o; i < 18 * o + 18; ++i) {
      const auto want = static_cast<float>(static_cast<double>(number(i)) * y.scale);
      if (load<float>(folded.weights.bytes, i) != want) return false;
    }
    const double bias = static_cast<double>(number(o)) * y.scale + y.offset;
    if (load<float>(folded.bias.bytes, o) != static_cast<float>(bias)) return false;
    const double steps = static_cast<double>(static_cast<float>(bias)) * 2048;
    if (load<std::int32_t>(folded_bias.bytes, o) != round_half_away(steps)) return false;
  }
  return true;
}();
static_assert(folds);

constexpr parameters layer{folded_codes.as_constant(), folded_bias.as_constant()};
constexpr auto made = graph([](input<tensor<q<0, 7>, shape<4, 4, 2>>> x) {
  using namespace etch::dsl;
  return x | conv2d(layer) | to<q<4, 3>>;
});
static_assert(network<made>::layer_count == 1);

}  // namespace
