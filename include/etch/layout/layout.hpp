// What a layout is to the rest of the library: where element (n, h, w, c) of a tensor lies.
#pragma once

#include <etch/base/extents.hpp>
#include <etch/base/list.hpp>

namespace ETCH_NAMESPACE {

/// Identity of a layout, compared by address, with the facts that analyses need as values.
struct layout_tag {
  const char* name;
  int (*span)(const extents&);
  int (*offset)(const extents&, int n, int h, int w, int c);
};

/// The tag of layout L (a struct that meets the contract below).
template <class L>
inline constexpr layout_tag layout_id{L::name, &L::span, &L::offset};

// The contract of a layout L (see docs/adding-a-layout.md):
//   L::name                          text
//   L::offset(extents, n, h, w, c)   position of an element, injective, in [0, span)
//   L::span(extents)                 number of positions, at least extents.size()

}  // namespace ETCH_NAMESPACE
