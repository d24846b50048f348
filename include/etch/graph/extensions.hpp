// extensions<...>: operators, formats, layouts and kernels of the user, without an edit of the
// library.
#pragma once

#include <etch/op/ops.hpp>

namespace ETCH_NAMESPACE {

namespace detail {
template <class T>
concept ExtendsOperators = requires { &T::infer; };
template <class T>
concept ExtendsFormats = requires { typename T::arithmetic; };
template <class T>
concept ExtendsLayouts = requires { &T::span; };
template <class T>
concept ExtendsKernels = requires { typename T::op; };

template <bool Take, class T>
struct take {
  using type = list<T>;
};
template <class T>
struct take<false, T> {
  using type = list<>;
};
}  // namespace detail

/// Operators, format kinds, layouts and kernels of the user, in any order: a graph finds them
/// before those of the library. graph<extensions<my_op, my_kernel>>(...) takes them.
template <class... T>
struct extensions {
  using operators = concatenation_t<typename detail::take<detail::ExtendsOperators<T>, T>::type...,
                                    etch::operators>;
  using format_kinds = concatenation_t<typename detail::take<detail::ExtendsFormats<T>, T>::type...,
                                       etch::format_kinds>;
  using layouts =
      concatenation_t<typename detail::take<detail::ExtendsLayouts<T>, T>::type..., etch::layouts>;
  using kernels = concatenation_t<typename detail::take<detail::ExtendsKernels<T>, T>::type...>;
};

namespace detail {
/// The bytes of a file: an array, or the member `bytes` of an object.
template <class File>
constexpr const auto& bytes_of(const File& file) {
  if constexpr (requires { file.bytes; }) return file.bytes;
  else return file;
}
/// How many of them the file has: all, or as many as the object's member `size` says, since a
/// string literal ends in a byte more.
template <class File>
constexpr int size_of(const File& file) {
  if constexpr (requires { File::size; }) return File::size;
  else return static_cast<int>(sizeof bytes_of(file));
}
}  // namespace detail

/// Those of a graph whose constants lie in one array, the bytes of a file (an object with them:
/// clang 16 takes no member of one as a template argument).
template <class Extensions, const auto& File>
struct read_from : Extensions {
  static constexpr const auto& file = detail::bytes_of(File);
};

}  // namespace ETCH_NAMESPACE
