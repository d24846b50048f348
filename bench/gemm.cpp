// The matrix product of 1024 x 1024 by 1024 x 1024 numbers on AArch64, instructions by each
// instruction that multiplies. Ours are a dense layer of 1024 rows, and a convolution by windows of
// 2 x 2 cells on 33 x 33 x 256 values. The filters come in 16 slices of 64, which the compiler
// packs in seconds; all cost the same, so that one is run.
//
// Beside them three kernels that are here alone: f32 by FMLA, which fuses what etch's f32 rounds
// twice; and int8 in the layout NC4HW4 (N,C/4,H,W,4), where a load brings 4 channels of 4 pixels,
// ended as S3's engine does: y = round(clamp(scale sum)), half away from 0.
#include "gemm_nc4hw4.hpp"
#include "instruction_clock.hpp"
#include "layers.hpp"
#include "model.hpp"
#include "report.hpp"

#if ETCH_HAS_I8MM && ETCH_HAS_BF16

namespace {

constexpr int size = 1024, filters = 64, slices = size / filters;
constexpr int side = 33, channels = 256;

/// A slice as dense layer, by the first of Kernels, else by the kernel of the target.
template <class F, class... Kernels>
constexpr auto rows =
    graph<extensions<Kernels...>>([](input<tensor<typename F::x, shape<size, size>>> x) {
      return x | etch::dsl::dense(layer<F, filters, shape<filters, size>>) | to<typename F::y>;
    });
/// The same as convolution.
template <class F, class... Kernels>
constexpr auto windows =
    graph<extensions<Kernels...>>([](input<tensor<typename F::x, shape<side, side, channels>>> x) {
      return x | conv2d(layer<F, filters, shape<filters, 2, 2, channels>>, {.pad = valid}) |
             to<typename F::y>;
    });

/// A slice, 4 rows x 16 filters at a time: sums of x w by FMLA, and a bias.
ETCH_KERNEL void fmla_slice(float* y,        // (size, filters)
                            const float* x,  // (size, size)
                            const float* w,  // (filters / 16, size, 16)
                            const float* bias) {
  for (int f = 0; f < filters; f += 16, w += 16 * size) {
    for (int e = 0; e < size; e += 4) {
      float32x4_t sum[16];
      unroll<16>([&]<int I>()
                     __attribute__((always_inline)) { sum[I] = vld1q_f32(bias + f + I % 4 * 4); });
      const float *at = x + e * size, *weights = w;
      for (int k = 0; k < size; k += 4, at += 4) {
        float32x4_t row[4];
        unroll<4>([&]<int P>()
                      __attribute__((always_inline)) { row[P] = vld1q_f32(at + P * size); });
        unroll<4>([&]<int K>() __attribute__((always_inline)) {
          const float32x4x4_t four = vld1q_f32_x4(weights);
          weights += 16;
          asm volatile("" : "+r"(weights));  // the load moves on
          unroll<16>([&]<int I>() __attribute__((always_inline)) {
            sum[I] = vfmaq_laneq_f32(sum[I], four.val[I % 4], row[I / 4], K);
          });
        });
      }
      unroll<16>([&]<int I>() __attribute__((always_inline)) {
        vst1q_f32(y + (e + I / 4) * filters + f + I % 4 * 4, sum[I]);
      });
    }
  }
}

/// What was counted.
class product_table {
 public:
  explicit product_table(bench::report& figures) : figures_(figures) {}

  /// Adds the instructions of all slices, of which `slice` runs one.
  template <class Slice>
  void add(const std::string& name, const Slice& slice) {
    bench::instruction_clock::start();
    slice();
    const std::uint64_t all = slices * bench::instruction_clock::stop();
    figures_.add("gemm_1024/" + name + "/instructions", "instructions", all);
    figures_.add("gemm_1024/" + name + "/per_mac", "instructions",
                 static_cast<double>(all) / size / size / size);
  }
  /// The same of a network. Its codes, as one number.
  template <const auto& G>
  std::uint32_t add_network() {
    struct net : network<G> {};
    static net n;
    using view = decltype(n.input());
    for (int i = 0; i < view::size(); ++i) {
      const double real = (i * 37 % 251 - 125) / 64.0;
      n.input()[i] = static_cast<typename view::storage>(view::kind::encode(view::number, real));
    }
    add(net::placed::template kernel_at<0>::name, [] { n.run(); });
    bench::fingerprint codes;
    codes.add(n.output().data(),
              sizeof(*n.output().data()) * static_cast<std::size_t>(n.output().size()));
    return codes.hash;
  }

 private:
  bench::report& figures_;
};

/// Random codes from -64 to 63, so that no sum leaves single precision.
template <class T, int Count>
T* numbers() {
  static T all[Count];
  for (int i = 0; i < Count; ++i) {
    all[i] =
        static_cast<T>(static_cast<int>(counted_random(static_cast<std::uint64_t>(i)) % 128) - 64);
  }
  return all;
}

}  // namespace

int main(int argc, char** argv) {
  bench::report figures(argc, argv);
  if (!bench::instruction_clock::available()) return 0;
  product_table all(figures);
  bool same = all.add_network<rows<s8, dense_s8_s8_s8_1x64_sdot>>() == all.add_network<rows<s8>>();
  same =
      all.add_network<windows<s8, conv2d_s8_s8_s8_4x16_sdot>>() == all.add_network<windows<s8>>() &&
      same;
  all.add_network<rows<f32s>>();
  same = all.add_network<rows<bf16s, dense_bf16_bf16_bf16_1x16_bfdot>>() ==
             all.add_network<rows<bf16s>>() &&
         same;
  all.add_network<windows<bf16s>>();
  if (!same) std::printf("kernels of one format differ\n");

  static float y[size * filters];
  const float *x = numbers<float, size * size>(), *w = numbers<float, filters * size>();
  all.add("f32_4x16_fmla", [&] { fmla_slice(y, x, w, w); });

  namespace nc4hw4 = bench::nc4hw4;
  constexpr float scale = 0.0005F;
  const std::int8_t* codes = numbers<std::int8_t, size * size>();
  const std::int8_t* weights = codes + size * (size - filters);  // (filters, size)
  static std::int8_t packed[filters * size], by_sdot[size * filters], by_smmla[size * filters];
  nc4hw4::pack<nc4hw4::by_sdot, size, filters>(packed, weights);
  all.add("s8_nc4hw4_8x8_sdot", [&] {
    nc4hw4::slice<nc4hw4::by_sdot, size, size, filters>(by_sdot, codes, packed, scale);
  });
  nc4hw4::pack<nc4hw4::by_smmla, size, filters>(packed, weights);
  all.add("s8_nc4hw4_8x8_smmla", [&] {
    nc4hw4::slice<nc4hw4::by_smmla, size, size, filters>(by_smmla, codes, packed, scale);
  });
  int wrong = 0;
  for (int i = 0; i < size * filters; i += 7) {
    const auto code = nc4hw4::code<size, size>(codes, weights, i / filters, i % filters, scale);
    const int at = (i % filters / 4 * size + i / filters) * 4 + i % 4;
    wrong += by_sdot[at] != code || by_smmla[at] != code ? 1 : 0;
  }
  if (wrong != 0) std::printf("%d codes in NC4HW4 are wrong\n", wrong);
  return same && wrong == 0 ? 0 : 1;
}

#else
int main() {}
#endif
