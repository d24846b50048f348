// Handwritten digits: 8 x 8 grey pixels to ten logits, in three number formats.
#pragma once

#include <etch/etch.hpp>

#include "weights_f32.hpp"
#include "weights_q.hpp"
#include "weights_s8.hpp"

namespace digits {

template <class Format>
using picture = etch::tensor<Format, etch::shape<8, 8, 1>, etch::hwc>;

/// Powers of two: every format change is a shift.
inline constexpr auto q_graph = etch::graph([](etch::input<picture<qw::input_format>> image) {
  using namespace etch::dsl;
  return image | conv2d(qw::conv1) | to<qw::conv1_format> | relu | conv2d(qw::conv2) |
         to<qw::conv2_format> | relu | max_pool<2> | conv2d(qw::conv3) | to<qw::conv3_format> |
         relu | max_pool<2> | dense(qw::dense) | to<qw::dense_format> | tap("logits");
});

/// TensorFlow Lite's int8: real = scale * (code - zero), weights with a scale a channel.
inline constexpr auto s8_graph = etch::graph([](etch::input<picture<s8w::input_format>> image) {
  using namespace etch::dsl;
  return image | conv2d(s8w::conv1) | to<s8w::conv1_format> | relu | conv2d(s8w::conv2) |
         to<s8w::conv2_format> | relu | max_pool<2> | conv2d(s8w::conv3) | to<s8w::conv3_format> |
         relu | max_pool<2> | dense(s8w::dense) | to<s8w::dense_format> | tap("logits");
});

/// Single precision, as trained.
inline constexpr auto f32_graph = etch::graph([](etch::input<picture<etch::f32>> image) {
  using namespace etch::dsl;
  return image | conv2d(f32w::conv1) | relu | conv2d(f32w::conv2) | relu | max_pool<2> |
         conv2d(f32w::conv3) | relu | max_pool<2> | dense(f32w::dense) | tap("logits");
});

struct q : etch::network<q_graph> {};
struct s8 : etch::network<s8_graph> {};
struct f32 : etch::network<f32_graph> {};

using namespace etch::literals;
static_assert(etch::fits_ram<q, 4_KiB>);
static_assert(etch::fits_ram<s8, 4_KiB>);
static_assert(s8::on<etch::cortex_m0>::constant_bytes <= 8_KiB);

// The figures of another machine are known on this one.
static_assert(etch::fits_ram<s8::on<etch::cortex_m0>, 2_KiB>);
static_assert(etch::fits_ram<s8::on<etch::cortex_m4>, 4_KiB>);
static_assert(etch::fits_ram<s8::on<etch::x86_64>, 1744>);
static_assert(etch::fits_ram<s8::on<etch::x86_64_v4_vnni>, 1744>);

}  // namespace digits
