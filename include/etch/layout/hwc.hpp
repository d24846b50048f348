#pragma once

#include <etch/layout/layout.hpp>

namespace ETCH_NAMESPACE {

/// Channels last: element (n, h, w, c) at ((n H + h) W + w) C + c. The logical order itself.
struct hwc {
  static constexpr const char* name = "hwc";
  ETCH_GLUE static constexpr int offset(const extents& e, int n, int h, int w, int c) {
    return ((n * e.h() + h) * e.w() + w) * e.c() + c;
  }
  static constexpr int span(const extents& e) { return e.size(); }
};

/// Weights in the order (O, KH, KW, I), output channel outermost: row-major, as hwc.
struct ohwi {
  static constexpr const char* name = "ohwi";
  ETCH_GLUE static constexpr int offset(const extents& e, int o, int h, int w, int i) {
    return hwc::offset(e, o, h, w, i);
  }
  static constexpr int span(const extents& e) { return e.size(); }
};

}  // namespace ETCH_NAMESPACE
