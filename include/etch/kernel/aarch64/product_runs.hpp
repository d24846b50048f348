// The tile over rows in planes (product_planes.hpp) as g++ needs it: of each plane, what two pairs
// of pixels take for all columns of a window comes by an instruction for each piece in which it
// lies, LD1 of 1 to 3 registers, which also moves on to the next plane. Clang's code is shorter by
// single loads.
#pragma once

#include <etch/kernel/aarch64/product_tile.hpp>

namespace ETCH_NAMESPACE {
namespace products {

/// Loads that are 16 bytes apart as runs of at most 3.
template <int Most>
struct load_runs {
  int count = 0;
  int offset[Most]{}, length[Most]{};
  int load[Most][3]{};
};
template <int Words, int Columns>
constexpr auto runs_of(const step_plan<Words, Columns>& plan) {
  load_runs<Words * Columns> runs;
  const auto at = [&](int offset) {
    for (int i = 0; i < plan.loads; ++i) {
      if (plan.offset[i] == offset) return i;
    }
    return -1;
  };
  for (int i = 0; i < plan.loads; ++i) {
    if (at(plan.offset[i] - 16) >= 0) continue;
    for (int next = i; next >= 0; ++runs.count) {
      runs.offset[runs.count] = plan.offset[next];
      for (int& n = runs.length[runs.count]; n < 3 && next >= 0; ++n) {
        runs.load[runs.count][n] = next;
        next = at(plan.offset[next] + 16);
      }
    }
  }
  return runs;
}

#if ETCH_HAS_I8MM && !defined(__clang__)

/// Loads a run into registers from First on; x moves on by `plane`.
#define ETCH_RUN(First, a, b, c)                                                      \
  register int8x16_t r0 asm(a);                                                       \
  register int8x16_t r1 asm(b);                                                       \
  register int8x16_t r2 asm(c);                                                       \
  asm volatile("ld1 {v%c[from].16b-v%c[to].16b}, [%[x]], %[plane]"                    \
               : "=w"(r0), "=w"(r1), "=w"(r2), [x] "+r"(x)                            \
               : [plane] "r"(plane), [from] "i"(First), [to] "i"(First + Length - 1), \
                 "m"(*reinterpret_cast<const std::int8_t(*)[16 * Length]>(x)));       \
  to[0] = r0;                                                                         \
  if constexpr (Length > 1) to[1] = r1;                                               \
  if constexpr (Length > 2) to[2] = r2

/// Run I of Length registers.
template <int I, int Length>
ETCH_GLUE void load_run(int8x16_t* to, const std::int8_t*& x, std::intptr_t plane) {
  if constexpr (I == 0) {
    ETCH_RUN(16, "v16", "v17", "v18");
  } else if constexpr (I == 1) {
    ETCH_RUN(19, "v19", "v20", "v21");
  } else if constexpr (I == 2) {
    ETCH_RUN(22, "v22", "v23", "v24");
  } else {
    ETCH_RUN(25, "v25", "v26", "v27");
  }
}
#undef ETCH_RUN

/// Tile by runs.
template <class Tile>
struct run_tile : Tile {
  using sums = typename Tile::sums;
  static constexpr window_row row = Tile::row;
  static constexpr int loads = plan_of<sums, Tile::row, 8, 1 << 30>.loads;
  static constexpr auto runs = runs_of(plan_of<sums, Tile::row, 8, 1 << 30>);

  /// Adds the products of Planes planes.
  template <int Planes>
  ETCH_GLUE void planes(const std::int8_t** at, const std::int8_t*& w) {
    unroll<Planes>([&]<int>() __attribute__((always_inline)) {
      int8x16_t in[loads];
      unroll<runs.count>([&]<int I>() __attribute__((always_inline)) {
        int8x16_t run[3];
        load_run<I, runs.length[I]>(run, at[I], row.plane);
        unroll<runs.length[I]>(
            [&]<int N>() __attribute__((always_inline)) { in[runs.load[I][N]] = run[N]; });
      });
      unroll<row.taps>([&]<int V>() __attribute__((always_inline)) {
        unroll<sums::blocks / 4>([&]<int K>() __attribute__((always_inline)) {
          int8x16_t weight[4];
          next_weights<true>(weight, w);
          this->template add<plan_of<sums, Tile::row, 8, 1 << 30>, V, 4 * K, 4>(in, weight);
          this->template hold<4 * K, 4>();
        });
      });
    });
  }

  /// Adds the products of one row of the window; x is its first byte for pixel 0.
  template <bool>
  ETCH_GLUE void window(const std::int8_t* x, const std::int8_t*& w) {
    const std::int8_t* at[runs.count];
    unroll<runs.count>([&]<int I>() __attribute__((always_inline)) {
      at[I] = x + runs.offset[I];
      asm("" : "+r"(at[I]));
    });
    if constexpr (row.depth >= 16) {
      int n = row.depth / 16;
      do {
        planes<2>(at, w);
      } while (--n != 0);
    }
    if constexpr (row.depth % 16 != 0) planes<1>(at, w);
  }
};

/// The tile of Form for Pixels pixels: by runs where there are registers for these beside sums and
/// weights, and what they save is more than their pointers cost.
template <class Form, int Pixels>
constexpr bool goes_by_runs() {
  if constexpr (Form::row.plane == 0 || Pixels > 4) return false;
  else return run_tile<tile<Form::shape, Form::row, Pixels>>::runs.count <= (Pixels > 2 ? 4 : 2);
}
template <class Form, int Pixels>
using tile_of = element_t<
    list<tile<Form::shape, Form::row, Pixels>, run_tile<tile<Form::shape, Form::row, Pixels>>>,
    goes_by_runs<Form, Pixels>() ? 1 : 0>;

#elif ETCH_HAS_NEON

template <class Form, int Pixels>
using tile_of = tile<Form::shape, Form::row, Pixels>;

#endif

}  // namespace products
}  // namespace ETCH_NAMESPACE
