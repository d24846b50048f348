// Every number format of the library: one include and one entry each.
#pragma once

#include <etch/format/accumulator.hpp>
#include <etch/format/affine.hpp>
#include <etch/format/bf16.hpp>
#include <etch/format/e4m3.hpp>
#include <etch/format/e5m2.hpp>
#include <etch/format/f16.hpp>
#include <etch/format/f32.hpp>
#include <etch/format/f32_fused.hpp>
#include <etch/format/mx.hpp>
#include <etch/format/number.hpp>
#include <etch/format/packed.hpp>
#include <etch/format/posit.hpp>
#include <etch/format/q.hpp>
#include <etch/format/range.hpp>
#include <etch/format/uq.hpp>

namespace ETCH_NAMESPACE {

using format_kinds =
    list<q_kind, uq_kind, affine_kind, unsigned_affine_kind, f32_kind, f32_fused_kind,
         accumulator_kind, bf16::kind, f16_fused::kind, bf16_dot::kind, bf16_pair::kind, f16::kind,
         e4m3::kind, e5m2::kind, posit<8, 0>::kind, posit<8, 1>::kind, posit<8, 2>::kind,
         posit<16, 1>::kind, posit<16, 2>::kind, posit<32, 2>::kind, quire_kind, mxfp8_e4m3::kind,
         mxfp8_e5m2::kind, mxfp6_e3m2::kind, mxfp6_e2m3::kind, mxfp4::kind, mxint8::kind>;

}  // namespace ETCH_NAMESPACE
