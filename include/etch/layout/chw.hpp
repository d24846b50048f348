#pragma once

#include <etch/layout/layout.hpp>

namespace ETCH_NAMESPACE {

/// Channels first: element (n, h, w, c) at ((n C + c) H + h) W + w.
struct chw {
  static constexpr const char* name = "chw";
  ETCH_GLUE static constexpr int offset(const extents& e, int n, int h, int w, int c) {
    return ((n * e.c() + c) * e.h() + h) * e.w() + w;
  }
  static constexpr int span(const extents& e) { return e.size(); }
};

}  // namespace ETCH_NAMESPACE
