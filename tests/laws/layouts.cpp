// What every layout promises, over the list of layouts.
#include <catch2/catch.hpp>
#include <etch/layout/layouts.hpp>

#include <vector>

namespace {

using etch::extents;

constexpr extents shapes[]{{0, {}},           {1, {5}},          {1, {1}},
                           {2, {3, 4}},       {3, {3, 5, 2}},    {3, {1, 7, 1}},
                           {4, {2, 3, 4, 5}}, {4, {3, 1, 1, 2}}, {5, {2, 3, 1, 4, 2}}};

TEMPLATE_LIST_TEST_CASE("every element has a place of its own in the span", "", etch::layouts) {
  for (const extents& e : shapes) {
    const int span = TestType::span(e);
    REQUIRE(span >= e.size());
    std::vector<int> taken(static_cast<std::size_t>(span), 0);
    for (int n = 0; n < e.n(); ++n)
      for (int h = 0; h < e.h(); ++h)
        for (int w = 0; w < e.w(); ++w)
          for (int c = 0; c < e.c(); ++c) {
            const int at = TestType::offset(e, n, h, w, c);
            REQUIRE((at >= 0 && at < span));
            REQUIRE(++taken[static_cast<std::size_t>(at)] == 1);
          }
  }
}

TEMPLATE_LIST_TEST_CASE("the tag of a layout answers as the layout does", "", etch::layouts) {
  const etch::layout_tag& tag = etch::layout_id<TestType>;
  const extents e{4, {2, 3, 4, 5}};
  CHECK(tag.name == TestType::name);
  CHECK(tag.span(e) == TestType::span(e));
  CHECK(tag.offset(e, 1, 2, 3, 4) == TestType::offset(e, 1, 2, 3, 4));
}

static_assert(etch::hwc::offset({3, {2, 3, 4}}, 0, 1, 2, 3) == 23);
static_assert(etch::chw::offset({3, {2, 3, 4}}, 0, 1, 0, 2) == 15);

}  // namespace
