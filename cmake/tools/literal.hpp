// Bytes as the text of a C++ string literal, for the tools that make headers.
#pragma once

#include <cstddef>
#include <string>

// Escapes have three digits each: a shorter one would swallow a digit that follows.
inline std::string literal(const std::string& bytes) {
  constexpr std::size_t bytes_per_line = 24;
  std::string text;
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    if (i % bytes_per_line == 0) text += i == 0 ? "    \"" : "\"\n    \"";
    const unsigned value = static_cast<unsigned char>(bytes[i]);
    text += '\\';
    for (int shift = 6; shift >= 0; shift -= 3)
      text += static_cast<char>('0' + (value >> shift & 7));
  }
  return text + "\"";
}
