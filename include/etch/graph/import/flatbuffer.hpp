// FlatBuffers reader for files that may be truncated, corrupted or hostile: it checks every offset
// before it follows it.
#pragma once

#include <etch/graph/import/file_reader.hpp>

namespace ETCH_NAMESPACE {

namespace error {
inline void flatbuffer_a_table_has_no_valid_vtable(long /*bytes*/, long) {}
inline void flatbuffer_a_field_lies_outside_its_table(long /*end*/, long /*table*/) {}
}  // namespace error

namespace flatbuffer {

/// A file of tables.
class reader : public file_reader {
 public:
  using file_reader::file_reader;

  /// The target of the offset stored at `at`; 0 after an error.
  constexpr int follow(int at) {
    const long long to = at + static_cast<long long>(read<std::uint32_t>(at));
    return covers(to, 4) ? static_cast<int>(to) : 0;
  }
};

struct vector;

/// A table; a missing table has no fields.
struct table {
  reader* file = nullptr;
  int at = 0;
  int fields = 0;       ///< offset of its vtable, the list of its fields
  int fields_size = 0;  ///< bytes of the vtable
  int size = 0;         ///< bytes of the table itself

  constexpr bool exists() const { return size > 0; }
  /// Offset of field `id` of `width` bytes; 0 if the table leaves it out.
  constexpr int field(int id, int width) const {
    const int entry = 4 + 2 * id;
    if (file->failed() || entry + 2 > fields_size) return 0;
    const int offset = file->read<std::uint16_t>(fields + entry);
    if (offset == 0) return 0;
    if (offset >= 4 && offset + width <= size) return at + offset;
    file->refuse_structure(fields + entry,
                           {.refuse = error::flatbuffer_a_field_lies_outside_its_table,
                            .message = "a field ends at byte {} of a table of {}",
                            .have = offset + width,
                            .want = size});
    return 0;
  }
  /// Field `id` as a number; its default `otherwise` if the table leaves it out.
  template <class T>
  constexpr T number(int id, T otherwise = T{}) const {
    const int offset = field(id, sizeof(T));
    if (offset == 0) return otherwise;
    if constexpr (__is_same(T, bool)) return file->read<unsigned char>(offset) != 0;
    else return file->read<T>(offset);
  }
  constexpr table child(int id) const;
  constexpr vector list(int id, int width) const;
};

/// The table at offset `at`.
constexpr table open(reader& file, int at) {
  const long long fields = at - static_cast<long long>(file.read<std::int32_t>(at));
  const int fields_size = file.read<std::uint16_t>(fields);
  const int size = file.read<std::uint16_t>(fields + 2);
  if (!file.failed() && (fields_size < 4 || fields_size % 2 != 0 || size < 4)) {
    file.refuse_structure(static_cast<int>(fields),
                          {.refuse = error::flatbuffer_a_table_has_no_valid_vtable,
                           .message = "the vtable of a table has {} bytes",
                           .have = fields_size});
  }
  file.covers(fields, fields_size);
  file.covers(at, size);
  if (file.failed()) return {&file};
  return {&file, at, static_cast<int>(fields), fields_size, size};
}

/// A vector: count elements from offset `at`. A missing vector is empty.
struct vector {
  reader* file = nullptr;
  int at = 0;
  int count = 0;

  /// Element i as a number or as a table; 0 <= i < count.
  template <class T>
  constexpr T number(int i) const {
    return file->read<T>(at + i * static_cast<int>(sizeof(T)));
  }
  constexpr table child(int i) const { return open(*file, file->follow(at + 4 * i)); }
};

/// Field `id`, a table.
constexpr table table::child(int id) const {
  const int offset = field(id, 4);
  return offset == 0 ? table{file} : open(*file, file->follow(offset));
}
/// Field `id`, a vector of elements of `width` bytes, or a string (width 1).
constexpr vector table::list(int id, int width) const {
  const int offset = field(id, 4);
  if (offset == 0) return {file};
  const int start = file->follow(offset);
  const auto count = static_cast<long long>(file->read<std::uint32_t>(start));
  if (!file->covers(start + 4LL, count * width)) return {file};
  return {file, start + 4, static_cast<int>(count)};
}

}  // namespace flatbuffer

}  // namespace ETCH_NAMESPACE
