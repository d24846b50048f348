// Registers of codes of 8 or 16 bits, compared and clamped alike.
#pragma once

#include <etch/kernel/kernel.hpp>

#if ETCH_HAS_NEON
#include <arm_neon.h>
#endif

namespace ETCH_NAMESPACE {

#if ETCH_HAS_NEON
namespace neon {

ETCH_GLUE int8x16_t load_all_lanes(const std::int8_t* x) { return vld1q_s8(x); }
ETCH_GLUE uint8x16_t load_all_lanes(const std::uint8_t* x) { return vld1q_u8(x); }
ETCH_GLUE int16x8_t load_all_lanes(const std::int16_t* x) { return vld1q_s16(x); }
ETCH_GLUE int8x8_t load_half(const std::int8_t* x) { return vld1_s8(x); }
ETCH_GLUE uint8x8_t load_half(const std::uint8_t* x) { return vld1_u8(x); }
ETCH_GLUE int16x4_t load_half(const std::int16_t* x) { return vld1_s16(x); }
/// Bytes (8 or 16) bytes of codes.
template <int Bytes, class T>
ETCH_GLUE auto load_lanes(const T* x) {
  if constexpr (Bytes == 16) return load_all_lanes(x);
  else return load_half(x);
}
ETCH_GLUE int8x16_t all_lanes(std::int8_t x) { return vdupq_n_s8(x); }
ETCH_GLUE uint8x16_t all_lanes(std::uint8_t x) { return vdupq_n_u8(x); }
ETCH_GLUE int16x8_t all_lanes(std::int16_t x) { return vdupq_n_s16(x); }
ETCH_GLUE void store_lanes(std::int8_t* y, int8x16_t a) { vst1q_s8(y, a); }
ETCH_GLUE void store_lanes(std::uint8_t* y, uint8x16_t a) { vst1q_u8(y, a); }
ETCH_GLUE void store_lanes(std::int16_t* y, int16x8_t a) { vst1q_s16(y, a); }
ETCH_GLUE void store_lanes(std::int8_t* y, int8x8_t a) { vst1_s8(y, a); }
ETCH_GLUE void store_lanes(std::uint8_t* y, uint8x8_t a) { vst1_u8(y, a); }
ETCH_GLUE void store_lanes(std::int16_t* y, int16x4_t a) { vst1_s16(y, a); }

ETCH_GLUE int8x16_t larger(int8x16_t a, int8x16_t b) { return vmaxq_s8(a, b); }
ETCH_GLUE uint8x16_t larger(uint8x16_t a, uint8x16_t b) { return vmaxq_u8(a, b); }
ETCH_GLUE int16x8_t larger(int16x8_t a, int16x8_t b) { return vmaxq_s16(a, b); }
ETCH_GLUE int8x8_t larger(int8x8_t a, int8x8_t b) { return vmax_s8(a, b); }
ETCH_GLUE uint8x8_t larger(uint8x8_t a, uint8x8_t b) { return vmax_u8(a, b); }
ETCH_GLUE int16x4_t larger(int16x4_t a, int16x4_t b) { return vmax_s16(a, b); }

ETCH_GLUE int8x16_t clamped(int8x16_t a, std::int8_t low, std::int8_t high) {
  return vminq_s8(vmaxq_s8(a, vdupq_n_s8(low)), vdupq_n_s8(high));
}
ETCH_GLUE uint8x16_t clamped(uint8x16_t a, std::uint8_t low, std::uint8_t high) {
  return vminq_u8(vmaxq_u8(a, vdupq_n_u8(low)), vdupq_n_u8(high));
}
ETCH_GLUE int16x8_t clamped(int16x8_t a, std::int16_t low, std::int16_t high) {
  return vminq_s16(vmaxq_s16(a, vdupq_n_s16(low)), vdupq_n_s16(high));
}
ETCH_GLUE int8x8_t clamped(int8x8_t a, std::int8_t low, std::int8_t high) {
  return vmin_s8(vmax_s8(a, vdup_n_s8(low)), vdup_n_s8(high));
}
ETCH_GLUE uint8x8_t clamped(uint8x8_t a, std::uint8_t low, std::uint8_t high) {
  return vmin_u8(vmax_u8(a, vdup_n_u8(low)), vdup_n_u8(high));
}
ETCH_GLUE int16x4_t clamped(int16x4_t a, std::int16_t low, std::int16_t high) {
  return vmin_s16(vmax_s16(a, vdup_n_s16(low)), vdup_n_s16(high));
}

}  // namespace neon
#endif

}  // namespace ETCH_NAMESPACE
