// Number formats of the tensors of a .tflite file: their types, scales and zero points.
#pragma once

#include <etch/graph/import/tflite_room.hpp>
#include <etch/op/compare.hpp>

namespace ETCH_NAMESPACE {

namespace error {
inline void tflite_tensors_of_this_type_are_not_supported_here(long /*type*/, long) {}
inline void tflite_the_integer_tensor_has_no_scale(long, long) {}
inline void tflite_a_scale_is_not_a_number_between_0_and_1e18(long /*channel*/, long) {}
inline void tflite_the_zero_point_is_not_a_code_of_the_tensor(long /*zero*/, long) {}
inline void tflite_scales_and_zero_points_differ_in_number(long /*scales*/, long /*zeros*/) {}
inline void tflite_a_value_has_one_scale_not_one_for_each_channel(long /*scales*/, long) {}
inline void tflite_int16_and_int32_tensors_have_zero_point_0(long /*zero*/, long) {}
inline void tflite_weights_with_channel_scales_have_zero_points_0(long /*channel*/, long) {}
inline void tflite_a_bias_has_the_scale_of_the_value_times_that_of_the_weights(long /*channel*/,
                                                                               long) {}
inline void tflite_a_bias_has_no_scale_one_or_one_for_each_channel(long /*scales*/,
                                                                   long /*channels*/) {}
}  // namespace error

/// A file and the formats of its tensors.
class tflite_formats {
 public:
  tflite_file file;
  int scale_count = 0;

  constexpr tflite_formats(const unsigned char* bytes, int size, int steps, const tflite_room& room)
      : file(bytes, size, steps), room_(room) {}

  constexpr bool failed() const { return file.failed(); }
  constexpr const tflite_room& room() const { return room_; }

 protected:
  tflite_room room_;

  constexpr diagnosis wrong_type(const tflite_tensor& is) const {
    return {.refuse = error::tflite_tensors_of_this_type_are_not_supported_here,
            .message = "tensors of this type are not supported here",
            .have = is.type};
  }
  constexpr void refuse_channels(const tflite_tensor& is) {
    file.refuse(is.at, {.refuse = error::tflite_a_value_has_one_scale_not_one_for_each_channel,
                        .message = "a value has one scale, not {}, one for each channel",
                        .have = is.scales.count});
  }
  constexpr void refuse_scale(const tflite_tensor& is) {
    file.refuse(is.at, {.refuse = error::tflite_the_integer_tensor_has_no_scale,
                        .message = "the integer tensor has no scale"});
  }
  /// Whether an earlier reading has checked what there is for each channel.
  constexpr bool was_checked() const { return room_.scales == nullptr; }
  constexpr double scale(const tflite_tensor& is, int channel) {
    // a vector lies inside the file
    const auto s = load<float>(file.source.bytes() + is.scales.at, channel);
    if (s > 0 && s <= 1e18F) return static_cast<double>(s);
    file.refuse(is.scales.at + 4 * channel,
                {.refuse = error::tflite_a_scale_is_not_a_number_between_0_and_1e18,
                 .message = "scale {} is not a number between 0 and 1e18",
                 .have = channel});
    return 1;
  }
  constexpr std::int64_t zero(const tflite_tensor& is, int channel) {
    if (is.zeros.count == 0) return 0;
    return is.zeros.number<std::int64_t>(is.zeros.count == 1 ? 0 : channel);
  }
  /// Whether an INT32 tensor holds plain integers: the file gives no scale, or scale 0.
  constexpr bool counts(const tflite_tensor& is) {
    return is.is(tflite_schema::tensor_type::int32) &&
           (is.scales.count < 1 || (is.scales.count == 1 && is.scales.number<float>(0) == 0));
  }
  /// Whether an INT16 tensor is what SOFTMAX makes of INT8: shares in steps of 2^-16 from -32768
  /// on.
  constexpr bool is_least_share(const tflite_tensor& is) {
    return is.is(tflite_schema::tensor_type::int16) && is.scales.count == 1 &&
           is.scales.number<std::uint32_t>(0) == 0x37800000 && zero(is, 0) == -32768;
  }
  /// The first zero point that is not 0; -1 if there is none, or it was checked.
  constexpr int find_zero_point(const tflite_tensor& is) {
    const int bytes = was_checked() || !file.source.spend(is.zeros.count) ? 0 : 8 * is.zeros.count;
    const unsigned char* const from = file.source.bytes() + is.zeros.at;
    for (int i = 0; i < bytes; ++i) {  // spelt out: there is one for each channel
      if (from[i] != 0) return i / 8;
    }
    return -1;
  }
  constexpr void check_zero_point_0(const tflite_tensor& is) {
    const int c = find_zero_point(is);
    if (c < 0 || is_least_share(is)) return;
    const auto code = is.zeros.number<std::int64_t>(c);
    file.refuse(is.zeros.at + 8 * c,
                {.refuse = error::tflite_int16_and_int32_tensors_have_zero_point_0,
                 .message = "INT16, INT32 and INT64 tensors have zero point 0, not {}",
                 .have = static_cast<long>(clamp<std::int64_t>(code, INT32_MIN, INT32_MAX))});
  }
  /// Whether all codes of a constant are 0.
  constexpr bool is_all_zero(const tflite_tensor& is) {
    if (!file.source.spend(is.data.count)) return false;
    for (int i = 0; i < is.data.count; ++i) {
      if (file.source.bytes()[is.data.at + i] != 0) return false;
    }
    return true;
  }
  /// Refuses scales of a bias that differ from those of the products by more than 1 %, unless it is
  /// 0, in whatever units: writers give all layers without a bias the same one.
  constexpr void check_scales_of_bias(const tflite_tensor& is, const format& x, const format& w) {
    check_zero_point_0(is);
    const int count = is.scales.count;
    if (failed() || is_real(x) || count == 0) return;
    if (count != 1 && (count != is.shape.size() || is.scaled_dimension != 0)) {
      file.refuse(is.at, {.refuse = error::tflite_a_bias_has_no_scale_one_or_one_for_each_channel,
                          .message = "a bias of {} numbers has no scale, one, or one for each "
                                     "channel, not {}",
                          .have = is.shape.size(),
                          .want = count});
      return;
    }
    const int channels = maximum(count, w.channels);
    if (was_checked() || !file.source.spend(channels)) return;
    for (int c = 0; c < channels; ++c) {
      const int k = count == 1 ? 0 : c;
      const auto given = static_cast<double>(load<float>(file.source.bytes() + is.scales.at, k));
      const double product = x.unit() * w.unit(w.channels > 0 ? c : 0);
      if (given >= 0.99 * product && given <= 1.01 * product) continue;
      if (is_all_zero(is)) return;
      file.refuse(
          is.scales.at + 4 * k,
          {.refuse = error::tflite_a_bias_has_the_scale_of_the_value_times_that_of_the_weights,
           .message = "the scale of bias {} is not that of the value times that of the weights",
           .have = c});
      return;
    }
  }
  /// The format of an int8, int16, int32 or uint8 tensor with one scale.
  constexpr format affine_format(const tflite_tensor& is) {
    if (is.scales.count < 1) {
      refuse_scale(is);
      return {};
    }
    if (is.zeros.count > 1 && is.zeros.count != is.scales.count) {
      file.refuse(is.at, {.refuse = error::tflite_scales_and_zero_points_differ_in_number,
                          .message = "the tensor has {} scales and {} zero points",
                          .have = is.scales.count,
                          .want = is.zeros.count});
    }
    const bool positive = is.is(tflite_schema::tensor_type::uint8);
    const int bits = is.is(tflite_schema::tensor_type::int32)   ? 32
                     : is.is(tflite_schema::tensor_type::int16) ? 16
                                                                : 8;
    if (bits > 8) check_zero_point_0(is);
    const std::int64_t code = zero(is, 0), low = positive ? 0 : -128;
    if ((code < low || code > low + 255) && !is_least_share(is)) {
      file.refuse(is.zeros.at, {.refuse = error::tflite_the_zero_point_is_not_a_code_of_the_tensor,
                                .message = "the zero point is not a code of the tensor"});
    }
    return {.kind = positive ? &format_id<unsigned_affine_kind> : &format_id<affine_kind>,
            .bits = bits,
            .scale = scale(is, 0),
            .zero = failed() ? 0 : static_cast<int>(code)};
  }
  constexpr format value_format(const tflite_tensor& is) {
    if (failed()) return {};
    if (is.is(tflite_schema::tensor_type::float32)) return f32::descriptor;
    if (is.is(tflite_schema::tensor_type::boolean)) return truth::descriptor;
    if (counts(is)) {
      check_zero_point_0(is);
      return index_format;
    }
    if (!is.may_be_scaled()) {
      file.refuse(is.at, wrong_type(is));
      return {};
    }
    if (is.scales.count > 1) refuse_channels(is);
    return affine_format(is);
  }
  /// The format of weights with a scale for each channel.
  constexpr format channel_format(const tflite_tensor& is) {
    format f = affine_format(is);
    if (failed() || !file.source.spend(is.scales.count)) return {};
    for (int c = 0; c < is.scales.count && !was_checked(); ++c) {
      room_.scales[scale_count + c] = scale(is, c);
    }
    if (const int c = find_zero_point(is); c >= 0) {
      file.refuse(is.zeros.at,
                  {.refuse = error::tflite_weights_with_channel_scales_have_zero_points_0,
                   .message = "the weights of channel {} have a zero point",
                   .have = c});
    }
    f.scale = 1;
    f.channel_scale = room_.scale_pool + scale_count;
    f.channels = is.scales.count;
    scale_count += is.scales.count;
    return f;
  }

  constexpr format constant_format(const tflite_tensor& is) {
    if (is.is(tflite_schema::tensor_type::float16)) return f16::descriptor;
    if (is.is(tflite_schema::tensor_type::int8) && is.scales.count > 1) return channel_format(is);
    return value_format(is);
  }
};

}  // namespace ETCH_NAMESPACE
