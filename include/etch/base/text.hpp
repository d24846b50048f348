#pragma once

#include <etch/base/features.hpp>

namespace ETCH_NAMESPACE {

/// Number of characters before the terminating zero.
constexpr int length(const char* s) {
  int n = 0;
  while (s[n] != '\0') ++n;
  return n;
}

/// Whether two zero-terminated strings hold the same characters.
constexpr bool same_text(const char* a, const char* b) {
  while (*a != '\0' && *a == *b) ++a, ++b;
  return *a == *b;
}

/// A string of N - 1 characters that can be a template argument.
template <int N>
struct text {
  char characters[N]{};

  constexpr text() = default;
  // NOLINTNEXTLINE(google-explicit-constructor): text{"name"} and f<"name"> are the point
  constexpr text(const char (&s)[N]) {
    for (int i = 0; i < N; ++i) characters[i] = s[i];
  }
  constexpr const char* c_str() const { return characters; }
  constexpr bool operator==(const text&) const = default;
};
template <decltype(sizeof(0)) N>
text(const char (&)[N]) -> text<static_cast<int>(N)>;

}  // namespace ETCH_NAMESPACE
