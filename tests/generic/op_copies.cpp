// concat, flatten and reshape of the generic kernels: plain copies in logical order.
#include "../support/compare.hpp"

namespace {

using namespace test;
using etch::chw;
using etch::hwc;
using etch::shape;
namespace ops = etch::ops;
using q7 = etch::q<0, 7>;
using s16 = etch::affine<std::int16_t, 0.01>;

/// Concatenation of tensors with dimensions a, b[, c] written as five nested dimensions.
template <class T>
void append(std::vector<double>& y, const etch::extents& e, const std::vector<T>& x, int axis,
            int outer) {
  int inner = 1;
  for (int i = axis; i < e.rank; ++i) inner *= e.d[i];
  for (int i = 0; i < inner; ++i) {
    y.push_back(static_cast<double>(x[static_cast<std::size_t>(outer * inner + i)]));
  }
}

template <int Axis, class F, class A, class B, class C, class LA, class LB, class LY>
void check_concat() {
  static constexpr one_node g(ops::concat{Axis},
                              {given<F, A, LA>, given<F, B, LB>, given<F, C, LA>},
                              {.layout = &etch::layout_id<LY>});
  const auto a = random_codes<g, 0>(1);
  const auto b = random_codes<g, 1>(2);
  const auto c = random_codes<g, 2>(3);
  const int rank = A::descriptor.rank, axis = Axis < 0 ? Axis + rank : Axis;
  int outer = 1;
  for (int i = 0; i < axis; ++i) outer *= A::descriptor.d[i];
  std::vector<double> want;
  for (int o = 0; o < outer; ++o) {
    append(want, A::descriptor, a, axis, o);
    append(want, B::descriptor, b, axis, o);
    append(want, C::descriptor, c, axis, o);
  }
  INFO("axis " << Axis << " of " << rank);
  check_equal(run<etch::concat_generic, g>(a, b, c), want);
}

TEST_CASE("concat along every axis, in every layout") {
  using a = shape<3, 2, 4>;
  check_concat<-1, q7, a, shape<3, 2, 1>, shape<3, 2, 3>, hwc, hwc, hwc>();
  check_concat<2, q7, a, shape<3, 2, 1>, shape<3, 2, 3>, chw, hwc, chw>();
  check_concat<1, s16, a, shape<3, 5, 4>, shape<3, 1, 4>, chw, chw, hwc>();
  check_concat<0, etch::f32, a, shape<1, 2, 4>, a, hwc, chw, chw>();
  using n = shape<2, 3, 2, 2>;
  check_concat<0, q7, n, shape<1, 3, 2, 2>, n, chw, hwc, chw>();
  check_concat<1, q7, n, shape<2, 1, 2, 2>, n, hwc, hwc, hwc>();
  check_concat<-1, q7, shape<5>, shape<1>, shape<2>, hwc, hwc, hwc>();
  check_concat<0, q7, shape<5, 3>, shape<1, 3>, shape<2, 3>, hwc, hwc, hwc>();
  using five = shape<2, 1, 2, 3, 2>;
  check_concat<1, q7, five, shape<2, 3, 2, 3, 2>, five, hwc, chw, hwc>();
}

TEST_CASE("concat refuses values that do not fit") {
  const auto refuses = [](int axis, const value& a, const value& b) {
    const etch::operand x[2]{a.is, b.is};
    return static_cast<bool>(ops::concat{axis}.infer({x, 2}).refused);
  };
  const value a = given<q7, shape<3, 2, 4>>;
  CHECK(!refuses(-1, a, given<q7, shape<3, 2, 1>>));
  CHECK(refuses(0, a, given<q7, shape<3, 2, 1>>));
  CHECK(refuses(3, a, a));
  CHECK(refuses(-1, a, given<q7, shape<2, 4>>));
  CHECK(refuses(-1, a, given<etch::q<1, 6>, shape<3, 2, 4>>));
  CHECK(refuses(-1, a, given<etch::bias32, shape<3, 2, 4>>));
  CHECK(ops::concat{}.infer({&a.is, 1}).refused);
}

template <class F, class S, class L>
void check_copies() {
  static constexpr one_node flat(ops::flatten{}, {given<F, S, L>});
  const auto x = random_codes<flat, 0>(5);
  const std::vector<double> want(x.begin(), x.end());
  check_equal(run<etch::flatten_generic, flat>(x), want);
  static constexpr one_node shaped(ops::reshape{4, {2, -1, 3, 1}}, {given<F, S, L>},
                                   {.layout = &etch::layout_id<hwc>});
  check_equal(run<etch::reshape_generic, shaped>(x), want);
  static constexpr one_node turned(ops::reshape{4, {2, -1, 3, 1}}, {given<F, S, L>},
                                   {.layout = &etch::layout_id<chw>});
  check_equal(run<etch::reshape_generic, turned>(x), want);
}

TEST_CASE("flatten and reshape keep the logical order") {
  check_copies<q7, shape<4, 3, 2>, hwc>();
  check_copies<q7, shape<4, 3, 2>, chw>();
  check_copies<s16, shape<2, 3, 2, 2>, chw>();
  check_copies<etch::f32, shape<24>, hwc>();
}

constexpr etch::operand image = given<q7, shape<4, 3, 2>>.is;
constexpr etch::operand batch = given<q7, shape<5, 3, 2, 2>>.is;
static_assert(ops::flatten{}.infer({&image, 1}).output.shape == etch::extents{1, {24}});
static_assert(ops::flatten{}.infer({&batch, 1}).output.shape == etch::extents{2, {5, 12}});
static_assert(ops::reshape{2, {-1, 6}}.infer({&image, 1}).output.shape == etch::extents{2, {4, 6}});
static_assert(ops::reshape{2, {5, -1}}.infer({&image, 1}).refused);
static_assert(ops::reshape{2, {-1, -1}}.infer({&image, 1}).refused);
static_assert(ops::reshape{6, {1, 1, 1, 1, 1}}.infer({&image, 1}).refused);
static_assert(ops::reshape{2, {0, 24}}.infer({&image, 1}).refused);

}  // namespace
