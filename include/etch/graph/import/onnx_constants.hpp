// Import of ONNX operators that make constants: Constant, ConstantOfShape, Range.
#pragma once

#include <etch/graph/import/onnx_parts.hpp>

namespace ETCH_NAMESPACE {

namespace error {
inline void onnx_the_attribute_value_is_one_number(long /*numbers*/, long) {}
inline void onnx_a_Constant_is_a_tensor(long, long) {}
inline void onnx_a_Range_is_of_integers_that_are_known(long, long) {}
}  // namespace error

namespace onnx_operators {

/// A Range too long to be worked out: integers that count by 1.
constexpr void import_range(onnx_import& m) {
  if (!m.has(3, 3)) return;
  const onnx_known first = m.known(m.input(0)), end = m.known(m.input(1)),
                   step = m.known(m.input(2));
  if (m.failed()) return;
  const bool counts =
      first.list.count == 1 && end.list.count == 1 && step.list.count == 1 && step.list.at[0] == 1;
  const long long count = counts ? 1LL * end.list.at[0] - first.list.at[0] : 0;
  if (count < 1) {
    return m.refuse({.refuse = error::onnx_a_Range_is_of_integers_that_are_known,
                     .message = "a Range is of integers that are known, one after the other"});
  }
  m.write(m.counted(first.list.at[0], {1, {static_cast<int>(minimum(count, 1LL << 28))}}));
}

/// ConstantOfShape: one number in a shape that is known.
constexpr void import_constant_of_shape(onnx_import& m) {
  if (!m.has(1, 1)) return;
  const known_integers shape = m.integers_of(0);
  const onnx_attribute given = m.file.attribute(m.index(), "value");
  if (m.failed()) return;
  int x = 0;
  if (given) {
    const onnx_numbers of = m.file.numbers(given.inside);
    if (!m.failed() && of.elements != 1) {
      m.refuse({.refuse = error::onnx_the_attribute_value_is_one_number,
                .message = "the attribute value is one number, not {}",
                .have = of.elements});
    }
    x = m.permuted(m.as_read(m.as_they_are(of)), of.shape, {}, {1, {1}});
  } else {
    x = m.number(0);
  }
  ops::broadcast_to to{shape.count, {}};
  for (int k = 0; k < shape.count && k < 5; ++k) to.d[k] = m.in_range(shape.at[k], 1, 1 << 24);
  if (shape.count == 0) to = {};
  m.write(broadcast(m, x, to));
}

/// Constant: numbers in an attribute that is no tensor.
constexpr void import_constant(onnx_import& m) {
  const auto of = [&](const char* name) { return m.file.attribute(m.index(), name); };
  const onnx_attribute i = of("value_int"), is = of("value_ints"), f = of("value_float"),
                       fs = of("value_floats");
  if (m.failed()) return;
  if (i || is) {
    onnx_known made{.list = {0}, .is_scalar = static_cast<bool>(i)};
    if (i) made.list.add(i.i);
    else made.list = m.integers("value_ints");
    if (made && !m.failed()) return m.know(m.output(), made);
  }
  if (f) return m.write(m.number(f.f));
  if (fs && fs.count >= 1 && fs.count <= onnx_attribute::most) {
    return m.write(m.numbers_of({1, {fs.count}}, [&](int k) { return fs.floats[k]; }));
  }
  m.refuse({.refuse = error::onnx_a_Constant_is_a_tensor,
            .message = "a Constant is a tensor, or one to sixteen numbers"});
}

}  // namespace onnx_operators

}  // namespace ETCH_NAMESPACE
