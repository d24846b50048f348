// States of svdf on cores with MVE: a vector of codes moves and meets its weights at once.
#pragma once

#include <etch/kernel/kernel.hpp>
#include <etch/kernel/layer/unroll.hpp>

#if ETCH_HAS_MVE
#include <arm_mve.h>
#endif

namespace ETCH_NAMESPACE {
namespace armv81m {

#if ETCH_HAS_MVE

/// Where the newest codes of eight states of Count codes lie in front of the next state, whose
/// oldest one is dropped; that of the last, in front of the first.
template <int Count>
struct places_of_newest {
  std::uint16_t place[8]{};
  constexpr places_of_newest() {
    for (int i = 0; i < 8; ++i) place[i] = static_cast<std::uint16_t>((i + 1) % 8 * Count);
  }
};

/// Eight states of so many vectors of codes of Size bytes, each with the code behind it as its
/// newest, the last with one that is given; their sums with weights.
///
/// Registers: the even ones sums, r1 states, r3 the last code, r5 weights.
template <int Vectors, int Size>
[[gnu::naked]] ETCH_KERNEL void move_eight(std::int32_t*, void*, const void*, std::int32_t) {
  __asm volatile(
      ".macro etch_move type,bits,sum\n\t"
      "vldr\\type\\().\\bits q0,[r1,#%c[size]]\n\tvstr\\type\\().\\bits q0,[r1],#16\n\t"
      "vldr\\type\\().\\bits q1,[r5],#16\n\tvmladava.s\\bits \\sum,q0,q1\n\t.endm\n\t"
      ".macro etch_moves type,bits,lane\n\t"
      ".irp sum,r0,r2,r4,r6,r8,r10,r12\n\t.rept %c[vectors]\n\tetch_move \\type,\\bits,\\sum\n\t"
      ".endr\n\t.endr\n\t.rept %c[vectors]-1\n\tetch_move \\type,\\bits,lr\n\t.endr\n\t"
      "vctp.\\bits r7\n\tvpst\n\tvldr\\type\\()t.\\bits q0,[r1,#%c[size]]\n\t"
      "vmov.\\bits q0[\\lane],r3\n\tvstr\\type\\().\\bits q0,[r1]\n\t"
      "vldr\\type\\().\\bits q1,[r5]\n\tvmladava.s\\bits lr,q0,q1\n\t.endm\n\t"

      "push {r0,r4-r10,lr}\n\tmov r5,r2\n\tmovs r7,#16/%c[size]-1\n\t"
      "ldm r0,{r0,r2,r4,r6,r8,r10,r12,lr}\n\t"
      ".if %c[size] == 1\n\tetch_moves b,8,15\n\t.else\n\tetch_moves h,16,7\n\t.endif\n\t"
      "ldr r1,[sp]\n\tstm r1,{r0,r2,r4,r6,r8,r10,r12,lr}\n\tpop {r0,r4-r10,pc}\n\t"
      ".purgem etch_move\n\t.purgem etch_moves" ::[vectors] "i"(Vectors),
      [size] "i"(Size)
      : "memory");
}

/// The same of states of 16 bits, whose sums of 64 start at biases of 32.
template <int Vectors>
[[gnu::naked]] ETCH_KERNEL void move_eight_long(std::int64_t*, void*, const void*,
                                                const std::int32_t*, std::int32_t) {
  __asm volatile(
      ".macro etch_move\n\tvldrh.u16 q0,[r1,#2]\n\tvstrh.16 q0,[r1],#16\n\t"
      "vldrh.u16 q1,[r2],#16\n\tvmlaldava.s16 r6,r7,q0,q1\n\t.endm\n\t"
      "push {r4-r7}\n\tldr r5,[sp,#16]\n\tmovs r4,#7\n\tvctp.16 r4\n\t"
      ".irp filter,0,1,2,3,4,5,6,7\n\tldr r6,[r3],#4\n\tasrs r7,r6,#31\n\t"
      ".rept %c[vectors]-1\n\tetch_move\n\t.endr\n\t"
      ".if \\filter < 7\n\tetch_move\n\t.else\n\t"
      "vpst\n\tvldrht.u16 q0,[r1,#2]\n\tvmov.16 q0[7],r5\n\tvstrh.16 q0,[r1]\n\t"
      "vldrh.u16 q1,[r2]\n\tvmlaldava.s16 r6,r7,q0,q1\n\t.endif\n\t"
      "strd r6,r7,[r0],#8\n\t.endr\n\t"
      "pop {r4-r7}\n\tbx lr\n\t.purgem etch_move" ::[vectors] "i"(Vectors)
      : "memory");
}

#endif

/// What svdf.hpp asks of Products.
struct moving_states {
  template <class Code>
  static constexpr int lanes = 16 / sizeof(Code);
  template <int Count, class Sum, class Code>
  static constexpr bool moves_states =
      ETCH_HAS_MVE && sizeof(Code) <= 2 && Count % lanes<Code> == 0 && Count <= 4 * lanes<Code> &&
      (__is_same(Sum, std::int32_t) || __is_same(Sum, std::int64_t));

#if ETCH_HAS_MVE
  template <int Count, class Sum, class Code>
  requires(sizeof(Code) <= 2)
  ETCH_GLUE static Sum move_and_add(Sum sum, Code* past, Code last, const Code* w) {
    constexpr int whole = (Count - 1) / lanes<Code> * lanes<Code>, rest = Count - 1 - whole;
    for (int m = 0; m < whole; m += lanes<Code>) sum = move_vector(sum, past + m, w + m);
    past += whole, w += whole;
    if constexpr (rest == 0) {
      *past = last;
      return sum + static_cast<Sum>(last) * *w;
    } else {
      // intrinsics are macros, whose arguments have no commas
      const mve_pred16_t old = first_lanes<rest, Code>();
      const auto codes = vsetq_lane(last, vld1q_z(past + 1, old), rest);
      if constexpr (rest == lanes<Code> - 1) {
        vst1q(past, codes);
        return add_products(sum, codes, vld1q(w));
      } else {
        const mve_pred16_t all = first_lanes<rest + 1, Code>();
        vst1q_p(past, codes, all);
        return add_products(sum, codes, vld1q_z(w, all));
      }
    }
  }
  /// Whether move_block moves such states.
  template <int, class Sum, class Code>
  static constexpr bool moves_whole_blocks =
      __is_same(Sum, std::int64_t) && __is_same(Code, std::int16_t);
  /// sum[i] = start[i] and that of filter i, of 8.
  template <int Count, bool>
  ETCH_GLUE static void move_block(std::int64_t* sum, const std::int32_t* start, std::int16_t* past,
                                   const std::int16_t* newest, const std::int16_t* w) {
    put_newest<Count>(past, newest);
    move_eight_long<Count / 8>(sum, past, w, start, newest[7]);
  }
  /// Of up to eight filters.
  template <int Count, class Sum, class Code>
  ETCH_GLUE static void move_states(Sum* sum, Code* past, const Code* last, const Code* w,
                                    int filters) {
    if (filters == 8) {
      put_newest<Count>(past, last);
      if constexpr (sizeof(Sum) == 4) {
        move_eight<Count / lanes<Code>, sizeof(Code)>(sum, past, w, last[7]);
      } else {
        unroll<7>([&]<int F>() __attribute__((always_inline)) {
          for (int m = F * Count; m < (F + 1) * Count; m += lanes<Code>)
            sum[F] = move_vector(sum[F], past + m, w + m);
        });
        sum[7] = move_and_add<Count>(sum[7], past + 7 * Count, last[7], w + 7 * Count);
      }
    } else {
      for (int f = 0; f < filters; ++f, past += Count, w += Count)
        sum[f] = move_and_add<Count>(sum[f], past, last[f], w);
    }
  }
  /// to[i] = sum[i], of eight, and whether all are less than INT32_MAX either way.
  ETCH_GLUE static bool narrow_sums(std::int32_t* to, const std::int64_t* sum) {
    std::uint32_t wrong = 0, most = 0;
    for (int i = 0; i < 8; i += 4) {
      const int32x4x2_t halves = vld2q_s32(reinterpret_cast<const std::int32_t*>(sum + i));
      const int32x4_t signs = vshrq_n_s32(halves.val[0], 31);
      wrong = vmaxvq_u32(wrong, vreinterpretq_u32_s32(veorq_s32(halves.val[1], signs)));
      most = vmaxavq_s32(most, halves.val[0]);
      vstrwq_s32(to + i, halves.val[0]);
    }
    return wrong == 0 && most < INT32_MAX;
  }

 private:
  template <int Count>
  ETCH_GLUE static void put_newest(std::int8_t* past, const std::int8_t* last) {
    static constexpr places_of_newest<Count> all;
    vstrbq_scatter_offset_s16(past, vldrhq_u16(all.place), vldrbq_s16(last));
  }
  template <int Count>
  ETCH_GLUE static void put_newest(std::int16_t* past, const std::int16_t* last) {
    static constexpr places_of_newest<Count> all;
    vstrhq_scatter_shifted_offset_s16(past, vldrhq_u16(all.place), vldrhq_s16(last));
  }
  template <class Sum, class Code>
  ETCH_GLUE static Sum move_vector(Sum sum, Code* past, const Code* w) {
    const auto codes = vld1q(past + 1);
    vst1q(past, codes);
    return add_products(sum, codes, vld1q(w));
  }
  template <int Count, class Code>
  ETCH_GLUE static mve_pred16_t first_lanes() {
    return sizeof(Code) == 1 ? vctp8q(Count) : vctp16q(Count);
  }
  template <class Vector>
  ETCH_GLUE static std::int32_t add_products(std::int32_t sum, Vector a, Vector b) {
    return vmladavaq(sum, a, b);
  }
  /// Codes of 16 bits: no 16 products of bytes leave 32 bits.
  template <class Vector>
  ETCH_GLUE static std::int64_t add_products(std::int64_t sum, Vector a, Vector b) {
    if constexpr (__is_same(Vector, int16x8_t)) return vmlaldavaq(sum, a, b);
    else return sum + vmladavq(a, b);
  }
#endif
};

}  // namespace armv81m
}  // namespace ETCH_NAMESPACE
