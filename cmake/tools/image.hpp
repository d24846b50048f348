// Sections and symbols of a linked ELF image, 32 or 64 bits, little-endian.
#pragma once

#include <cxxabi.h>
#include <elf.h>

#include <algorithm>
#include <cstring>
#include <fstream>
#include <iterator>
#include <map>
#include <regex>
#include <stdexcept>
#include <string>
#include <vector>

namespace budget {

struct section {
  std::string name;
  unsigned long address;
  long size;
  bool allocated;  // takes memory on the target
  bool in_file;    // has bytes in the image, which flash holds
  bool written;    // lies in RAM
};

struct symbol {
  std::string name;
  unsigned long address;
  long size;
  bool is_function;
};

struct image {
  std::vector<section> sections;
  std::vector<symbol> symbols;
  bool is_arm = false, is_x86 = false;

  /// The largest objects and functions in these sections, by falling size.
  std::vector<symbol> largest_in(const std::vector<const section*>& in, std::size_t count) const {
    std::map<unsigned long, symbol> found;  // one an address
    for (const symbol& s : symbols) {
      for (const section* where : in) {
        const bool inside = s.address >= where->address &&
                            s.address < where->address + static_cast<unsigned long>(where->size);
        if (s.size > 0 && inside) found[s.address] = s;
      }
    }
    std::vector<symbol> all;
    for (const auto& [address, s] : found) all.push_back(s);
    std::sort(all.begin(), all.end(),
              [](const symbol& a, const symbol& b) { return a.size > b.size; });
    if (all.size() > count) all.resize(count);
    return all;
  }
};

/// A symbol's name for people: demangled, without namespaces of ours, cut to one line.
inline std::string readable(const std::string& name) {
  int status = 0;
  const std::string plain = name.substr(0, name.find('.', 1));  // without .constprop.0 and the like
  char* const text = abi::__cxa_demangle(plain.c_str(), nullptr, nullptr, &status);
  std::string result = status == 0 ? text : name;
  std::free(text);
  static const std::regex ours("etch::(abi_[01]+::)?"), graphs("network<([a-zA-Z0-9_:]+), .*>::");
  result = std::regex_replace(result, ours, "");
  result = std::regex_replace(result, graphs, "network<$1>::");
  const std::size_t size = result.size();
  return size <= 120 ? result : result.substr(0, 80) + " ... " + result.substr(size - 32);
}

namespace detail {

template <class T>
T at(const std::string& bytes, unsigned long offset) {
  if (offset + sizeof(T) > bytes.size()) throw std::runtime_error("the image is cut short");
  T value;
  std::memcpy(&value, bytes.data() + offset, sizeof value);
  return value;
}

inline std::string text_at(const std::string& bytes, unsigned long offset) {
  if (offset >= bytes.size()) throw std::runtime_error("the image is cut short");
  return bytes.c_str() + offset;
}

template <class Header, class Section, class Symbol>
image read(const std::string& bytes) {
  image result;
  const auto header = at<Header>(bytes, 0);
  result.is_arm = header.e_machine == EM_ARM;
  result.is_x86 = header.e_machine == EM_X86_64;
  std::vector<Section> table;
  for (unsigned i = 0; i < header.e_shnum; ++i) {
    table.push_back(at<Section>(bytes, header.e_shoff + i * std::size_t{header.e_shentsize}));
  }
  const auto names = table.at(header.e_shstrndx).sh_offset;
  for (const Section& s : table) {
    const std::string name = text_at(bytes, names + s.sh_name);
    const bool file = s.sh_type != SHT_NOBITS;
    const bool thread = (s.sh_flags & SHF_TLS) != 0;
    // Pointers to constructors are marked as written and lie in flash.
    const bool array = name.find("_array") != std::string::npos;
    const bool allocated = (s.sh_flags & SHF_ALLOC) != 0 && !(thread && !file);
    const bool written = (s.sh_flags & SHF_WRITE) != 0 && allocated && !array;
    result.sections.push_back({name, static_cast<unsigned long>(s.sh_addr),
                               static_cast<long>(s.sh_size), allocated, allocated && file,
                               written});
    if (s.sh_type != SHT_SYMTAB) continue;
    const auto strings = table.at(s.sh_link).sh_offset;
    for (auto o = s.sh_offset; o < s.sh_offset + s.sh_size; o += sizeof(Symbol)) {
      const auto symbol = at<Symbol>(bytes, o);
      const int type = ELF32_ST_TYPE(symbol.st_info);
      if (type != STT_FUNC && type != STT_OBJECT) continue;
      const bool function = type == STT_FUNC;
      const unsigned long thumb = function && result.is_arm ? 1 : 0;
      result.symbols.push_back({text_at(bytes, strings + symbol.st_name),
                                static_cast<unsigned long>(symbol.st_value) & ~thumb,
                                static_cast<long>(symbol.st_size), function});
    }
  }
  if (result.symbols.empty()) throw std::runtime_error("the image has no symbols: is it stripped?");
  return result;
}

}  // namespace detail

/// Throws std::runtime_error when `path` is no such image.
inline image read_image(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  const std::string bytes((std::istreambuf_iterator<char>(in)), {});
  if (bytes.size() < EI_NIDENT || std::memcmp(bytes.data(), ELFMAG, SELFMAG) != 0) {
    throw std::runtime_error(path + ": no ELF image");
  }
  if (bytes[EI_DATA] != ELFDATA2LSB) throw std::runtime_error(path + ": big-endian");
  return bytes[EI_CLASS] == ELFCLASS32 ? detail::read<Elf32_Ehdr, Elf32_Shdr, Elf32_Sym>(bytes)
                                       : detail::read<Elf64_Ehdr, Elf64_Shdr, Elf64_Sym>(bytes);
}

}  // namespace budget
