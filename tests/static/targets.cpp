// Targets as chains of fallbacks: any of them can be named on any compiler.
#include "../support/small_weights.hpp"

#include <etch/etch.hpp>

namespace {

using namespace etch;

template <class Target, class Other>
inline constexpr bool same_kernels =
    __is_same(typename all_kernels<Target>::type, typename all_kernels<Other>::type);

// Cores without DSP instructions have kernels of their own, Cortex-M3 others than Cortex-M0.
static_assert(!same_kernels<cortex_m0, generic>);
static_assert(!same_kernels<cortex_m3, generic>);
static_assert(!same_kernels<cortex_m3, cortex_m0>);
static_assert(same_kernels<cortex_m4, arm_v7em>);
static_assert(same_kernels<cortex_m7, arm_v7em>);
static_assert(same_kernels<cortex_m33, arm_v7em>);
static_assert(!same_kernels<cortex_m4, generic>);

// A core with vectors has whatever one with DSP instructions has, and perhaps more.
template <class Target, class Base>
inline constexpr bool extends = all_kernels<Target>::type::size >= all_kernels<Base>::type::size;
static_assert(extends<arm_v8_1m_mve, arm_v7em>);
static_assert(same_kernels<cortex_m52, arm_v8_1m_mve>);
static_assert(same_kernels<cortex_m55, arm_v8_1m_mve>);
static_assert(same_kernels<cortex_m85, arm_v8_1m_mve>);
static_assert(!same_kernels<cortex_m55, arm_v7em>);
static_assert(extends<aarch64_dotprod, aarch64>);
static_assert(extends<aarch64_i8mm, aarch64_dotprod>);
static_assert(extends<aarch64_bf16, aarch64_i8mm>);
static_assert(extends<x86_64_v3, x86_64> && extends<x86_64_v3_vnni, x86_64_v3>);
static_assert(extends<x86_64_v4, x86_64_v3> && extends<x86_64_v4_vnni, x86_64_v4>);
static_assert(extends<x86_64_v4_bf16, x86_64_v4_vnni>);

// The target that the compiler's flags describe.
#if defined(__AVX512BF16__) && defined(__AVX512VNNI__)
static_assert(__is_same(this_target, x86_64_v4_bf16));
#elif defined(__AVX512VNNI__) && defined(__AVX512VL__)
static_assert(__is_same(this_target, x86_64_v4_vnni));
#elif defined(__AVX512BW__) && defined(__AVX512VL__)
static_assert(__is_same(this_target, x86_64_v4));
#elif defined(__AVXVNNI__)
static_assert(__is_same(this_target, x86_64_v3_vnni));
#elif defined(__AVX2__)
static_assert(__is_same(this_target, x86_64_v3));
#elif defined(__x86_64__)
static_assert(__is_same(this_target, x86_64));
#elif defined(__aarch64__)
static_assert(extends<this_target, aarch64>);
#elif defined(__ARM_ARCH_6M__)
static_assert(__is_same(this_target, cortex_m0));
#elif defined(__ARM_ARCH_7M__)
static_assert(__is_same(this_target, cortex_m3));
#elif defined(__ARM_ARCH_7EM__)
static_assert(__is_same(this_target, cortex_m4) || __is_same(this_target, cortex_m7));
#elif defined(__ARM_FEATURE_MVE)
static_assert(__is_same(this_target, cortex_m55));
#endif

inline constexpr auto small_graph = graph([](input<tensor<q<0, 7>, shape<6, 6, 4>>> x) {
  using namespace etch::dsl;
  return x | conv2d(w::conv<8, 3, 4>) | to<q<2, 5>> | relu;
});
struct small : network<small_graph> {};

template <class... Targets>
constexpr bool placed_on(list<Targets...>) {
  return ((small::on<Targets>::ram_bytes > 0) && ...);
}
static_assert(
    placed_on(list<cortex_m0, cortex_m3, cortex_m4, cortex_m7, cortex_m33, cortex_m52, cortex_m55,
                   cortex_m85, aarch64, aarch64_dotprod, aarch64_i8mm, aarch64_bf16, x86_64,
                   x86_64_v3, x86_64_v3_vnni, x86_64_v4, x86_64_v4_vnni, x86_64_v4_bf16>{}));

// A kernel of a graph's own comes before those of the library.
struct own_relu : relu_generic {};
constexpr auto own_graph =
    graph<extensions<own_relu>>([](input<tensor<q<0, 7>, shape<4>>> x) { return x | dsl::relu; });
static_assert(__is_same(network<own_graph>::placed::kernel_at<0>, own_relu));

}  // namespace
