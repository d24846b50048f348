// batch_norm of the generic kernel against the formula, with epsilon in both places, and folded
// into the layer before it.
#include "../support/compare.hpp"

#include <etch/etch.hpp>

namespace {

using namespace test;
using etch::epsilon_at;
using etch::shape;
namespace ops = etch::ops;

// ---- batch_norm by itself
template <int C>
struct numbers {
  using gamma = random_constant<float, C, 0, 0, 1>;
  using beta = random_constant<float, C, 0, 0, 2>;
  using mean = random_constant<float, C, 0, 0, 3>;
  /// Squares, so that no variance is negative.
  struct squares {
    static constexpr auto make() {
      auto a = random_constant<float, C, 0, 0, 4>::bytes;
      for (int c = 0; c < C; ++c) {
        const auto x = etch::load<float>(a.byte, c);
        const auto word = __builtin_bit_cast(std::uint32_t, x* x);
        for (int b = 0; b < 4; ++b) a.byte[4 * c + b] = static_cast<unsigned char>(word >> 8 * b);
      }
      return a;
    }
    static constexpr auto bytes = make();
  };
};

template <class S, class L, epsilon_at Place, etch::activation Act>
void check_batch_norm(float epsilon) {
  constexpr int c = S::descriptor.c();
  using n = numbers<c>;
  using one = shape<c>;
  using f = etch::f32;
  constexpr float eps = 0.01F;
  static constexpr one_node g(
      ops::batch_norm{__builtin_bit_cast(int, eps), Place},
      {given<f, S, L>, stored<f, one>(n::gamma::bytes.byte), stored<f, one>(n::beta::bytes.byte),
       stored<f, one>(n::mean::bytes.byte), stored<f, one>(n::squares::bytes.byte)},
      {.act = Act});
  const auto x = random_codes<g, 0>(5);
  const auto at = [](const auto& array, std::size_t i) {
    return static_cast<double>(etch::load<float>(array.byte, static_cast<int>(i)));
  };
  std::vector<double> want;
  for (std::size_t i = 0; i < x.size(); ++i) {
    const std::size_t k = i % c;
    const double variance = at(n::squares::bytes, k), e = static_cast<double>(epsilon);
    const double below =
        Place == epsilon_at::variance ? std::sqrt(variance + e) : std::sqrt(variance) + e;
    const double y =
        at(n::gamma::bytes, k) * (static_cast<double>(x[i]) - at(n::mean::bytes, k)) / below +
        at(n::beta::bytes, k);
    want.push_back(Act == etch::activation::relu && y < 0 ? 0 : y);
  }
  check_equal(run<etch::batch_norm_generic, g>(x), want, 1e-6);
}

TEST_CASE("batch_norm with epsilon under the root and beside it") {
  using etch::activation;
  check_batch_norm<shape<3, 4, 5>, etch::hwc, epsilon_at::variance, activation::none>(0.01F);
  check_batch_norm<shape<2, 3, 4, 5>, etch::chw, epsilon_at::deviation, activation::none>(0.01F);
  check_batch_norm<shape<7>, etch::hwc, epsilon_at::deviation, activation::relu>(0.01F);
}

// ---- folded
template <class S>
using number = etch::tensor<etch::f32, S>;
template <class S, std::uint32_t Seed>
inline constexpr etch::constant<etch::tensor<etch::f32, S, etch::ohwi>> filters{
    &random_constant<float, S::descriptor.size(), 0, 0, Seed>::bytes.byte[0]};
template <int C, std::uint32_t Seed>
inline constexpr etch::constant<number<shape<C>>> vector_of{
    &random_constant<float, C, 0, 0, Seed>::bytes.byte[0]};
template <int C>
inline constexpr etch::constant<number<shape<C>>> variances{&numbers<C>::squares::bytes.byte[0]};

inline constexpr auto trained = etch::graph([](etch::input<number<shape<5, 4, 3>>> x) {
  using namespace etch::dsl;
  return x | conv2d(etch::parameters{filters<shape<6, 3, 3, 3>, 1>, vector_of<6, 2>}) |
         batch_norm(vector_of<6, 3>, vector_of<6, 4>, vector_of<6, 5>, variances<6>,
                    {.epsilon = 0.1F}) |
         etch::dsl::relu | depthwise_conv2d(etch::parameters{filters<shape<1, 3, 3, 6>, 6>}) |
         batch_norm(vector_of<6, 7>, vector_of<6, 8>, vector_of<6, 9>, variances<6>,
                    {.epsilon = 0.1F, .place = epsilon_at::deviation}) |
         dense(etch::parameters{filters<shape<7, 120>, 10>, vector_of<7, 11>}) |
         batch_norm(vector_of<7, 12>, vector_of<7, 13>);
});
inline constexpr auto folded = etch::run_passes<trained, etch::list<etch::fold_batch_norm>>();
static_assert(trained.size.nodes == 7 && folded.size.nodes == 4);

template <const auto& G>
std::vector<float> outputs_of(const std::vector<float>& x) {
  static etch::network<G> net;
  for (int i = 0; i < 60; ++i) net.input()[i] = x[static_cast<std::size_t>(i)];
  net.run();
  return {net.output().begin(), net.output().end()};
}
TEST_CASE("a folded batch_norm is the batch_norm, but for the rounding of f32") {
  random_numbers r{3};
  std::vector<float> x;
  for (int i = 0; i < 60; ++i) x.push_back(r.unit());
  const std::vector<float> plain = outputs_of<trained>(x);
  check_equal(outputs_of<folded>(x), std::vector<double>(plain.begin(), plain.end()), 2e-6);
}

TEST_CASE("batch_norm refuses what it cannot normalise") {
  const etch::operand x = given<etch::f32, shape<2, 3>>.is;
  const etch::operand c = stored<etch::f32, shape<3>>(nullptr).is;
  const auto refuses = [](const ops::batch_norm& op, const etch::operand(&all)[5], int count) {
    return static_cast<bool>(op.infer({all, count}).refused);
  };
  CHECK(!refuses(ops::batch_norm{}, {x, c, c, c, c}, 5));
  CHECK(!refuses(ops::batch_norm{}, {x, c, c}, 3));
  CHECK(refuses(ops::batch_norm{}, {x, c, c, c}, 4));
  CHECK(refuses(ops::batch_norm{}, {x, c, c, c, x}, 5));
  CHECK(refuses(ops::batch_norm{}, {x, c, stored<etch::f32, shape<2>>(nullptr).is}, 3));
  CHECK(refuses(ops::batch_norm{}, {given<etch::q<0, 7>, shape<2, 3>>.is, c, c}, 3));
  CHECK(refuses({__builtin_bit_cast(int, -1.0F)}, {x, c, c}, 3));
}

}  // namespace
