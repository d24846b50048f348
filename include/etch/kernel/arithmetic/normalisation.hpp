// batch_norm as one factor and one summand a channel, computed by the compiler.
#pragma once

#include <etch/base/functions.hpp>
#include <etch/op/batch_norm.hpp>
#include <etch/tensor/bytes.hpp>

namespace ETCH_NAMESPACE {

/// y = scale x + offset.
struct line {
  double scale = 1;
  double offset = 0;
};

/// The line that batch_norm with these numbers is.
constexpr line normalising_line(double gamma, double beta, double mean, double variance,
                                double epsilon, epsilon_at place) {
  const double below = place == epsilon_at::variance ? square_root(variance + epsilon)
                                                     : square_root(variance) + epsilon;
  const double scale = gamma / below;
  return {scale, beta - mean * scale};
}

/// The same from little-endian floats; without mean the line is gamma x + beta.
constexpr line normalising_line(int c, const unsigned char* gamma, const unsigned char* beta,
                                const unsigned char* mean, const unsigned char* variance,
                                const ops::batch_norm& op) {
  const auto at = [c](const unsigned char* bytes) {
    return static_cast<double>(load<float>(bytes, c));
  };
  if (is_null(mean)) return {at(gamma), at(beta)};
  return normalising_line(at(gamma), at(beta), at(mean), at(variance),
                          static_cast<double>(op.epsilon()), op.place);
}

}  // namespace ETCH_NAMESPACE
