// A diagnosis as the sentence that a program prints.
#pragma once

#include <etch/base/diagnosis.hpp>

#include <string>

namespace ETCH_NAMESPACE {

namespace host {

/// The message of d with its numbers.
inline std::string in_words(const diagnosis& d) {
  std::string text;
  long number = d.have;
  for (const char* c = d.message; *c != '\0'; ++c) {
    if (c[0] != '{') {
      text += *c;
      continue;
    }
    text += std::to_string(number);
    number = d.want;
    ++c;
  }
  return text;
}

}  // namespace host

}  // namespace ETCH_NAMESPACE
