// A .tflite file: its model, operators, tensors and buffers, with checked access.
#pragma once

#include <etch/base/extents.hpp>
#include <etch/graph/import/flatbuffer.hpp>
#include <etch/graph/import/tflite_schema.hpp>

namespace ETCH_NAMESPACE {

namespace error {
inline void tflite_the_letters_TFL3_of_a_tflite_file_are_missing(long, long) {}
inline void tflite_the_schema_has_another_version_than_3(long /*version*/, long) {}
inline void tflite_the_model_has_no_subgraph(long, long) {}
inline void tflite_the_model_has_too_many_tensors_or_operators(long /*number*/, long /*most*/) {}
inline void tflite_there_is_no_tensor_of_this_index(long /*index*/, long /*tensors*/) {}
inline void tflite_there_is_no_operator_code_of_this_index(long /*index*/, long /*codes*/) {}
inline void tflite_there_is_no_buffer_of_this_index(long /*index*/, long /*buffers*/) {}
inline void tflite_the_tensor_has_more_than_five_dimensions(long /*dimensions*/, long) {}
inline void tflite_the_size_of_a_dimension_is_out_of_range(long /*size*/, long /*most*/) {}
inline void tflite_a_tensor_has_more_elements_than_fit(long, long) {}
inline void tflite_sparse_tensors_are_not_supported(long, long) {}
inline void tflite_buffers_outside_the_file_structure_are_not_supported(long, long) {}
inline void tflite_custom_quantization_is_not_supported(long, long) {}
}  // namespace error

/// The operator and tensor that an error names.
struct tflite_place {
  int op = -1;      ///< index of the operator
  int code = -1;    ///< its builtin code
  int tensor = -1;  ///< index of the tensor
  int tensor_type = -1;
};

/// A tensor as the file describes it.
struct tflite_tensor {
  int at = 0;  ///< offset of its table
  int type = 0;
  extents shape{};
  flatbuffer::vector data{};  ///< bytes of a constant
  flatbuffer::vector scales{};
  flatbuffer::vector zeros{};
  int scaled_dimension = 0;
  bool is_variable = false;  ///< keeps its codes from run to run
  unsigned dynamic = 0;      ///< bit k: dimension k is known when the model runs, here 1

  constexpr bool is(tflite_schema::tensor_type t) const { return type == static_cast<int>(t); }
  constexpr bool is_constant() const { return data.count > 0; }
  /// Whether it is of a type that biases of integers have; that scales go with.
  constexpr bool may_be_bias() const {
    using tflite_schema::tensor_type;
    return is(tensor_type::int32) || is(tensor_type::int64);
  }
  constexpr bool may_be_scaled() const {
    using tflite_schema::tensor_type;
    return is(tensor_type::int8) || is(tensor_type::int16) || is(tensor_type::uint8) ||
           is(tensor_type::int32);
  }
};

/// The tables of a model; every access is checked.
class tflite_file {
 public:
  static constexpr int most_entries = 4096;  // the limit of values and nodes of a graph
  static constexpr int largest_dimension = 65536;

  flatbuffer::reader source;
  flatbuffer::vector tensors{}, operators{}, inputs{}, outputs{};
  tflite_place place{};

  tflite_file(const tflite_file&) = delete;  // tables point to the reader
  tflite_file& operator=(const tflite_file&) = delete;
  constexpr tflite_file(const unsigned char* bytes, int size, int steps)
      : source(bytes, size, steps) {
    constexpr char letters[] = "TFL3";
    for (int i = 0; i < 4; ++i) {
      if (source.read<unsigned char>(4 + i) == letters[i]) continue;
      refuse(4, {.refuse = error::tflite_the_letters_TFL3_of_a_tflite_file_are_missing,
                 .message = "this is not a .tflite file: the letters TFL3 are missing"});
    }
    const flatbuffer::table model = flatbuffer::open(source, source.follow(0));
    const int version = model.number<std::int32_t>(tflite_schema::fields::model::version);
    if (version != 3) {
      refuse(model.at, {.refuse = error::tflite_the_schema_has_another_version_than_3,
                        .message = "the schema has version {}, not 3",
                        .have = version});
    }
    codes_ = model.list(tflite_schema::fields::model::operator_codes, 4);
    buffers_ = model.list(tflite_schema::fields::model::buffers, 4);
    graphs_ = model.list(tflite_schema::fields::model::subgraphs, 4);
    if (graphs_.count < 1) {
      refuse(model.at, {.refuse = error::tflite_the_model_has_no_subgraph,
                        .message = "the model has no subgraph"});
    }
    if (source.failed()) return;
    const flatbuffer::table graph = graphs_.child(0);
    inputs = graph.list(tflite_schema::fields::subgraph::inputs, 4);
    outputs = graph.list(tflite_schema::fields::subgraph::outputs, 4);
    open_subgraph(0);
  }

  /// Subgraph `index`, which exists.
  constexpr flatbuffer::table subgraph(int index) const { return graphs_.child(index); }
  /// Makes the tensors and operators those of subgraph `index`; false where there is no such one.
  constexpr bool open_subgraph(int index) {
    if (index < 0 || index >= graphs_.count || failed()) return false;
    const flatbuffer::table graph = graphs_.child(index);
    tensors = graph.list(tflite_schema::fields::subgraph::tensors, 4);
    operators = graph.list(tflite_schema::fields::subgraph::operators, 4);
    const int most = maximum(tensors.count, operators.count);
    if (most > most_entries) {
      refuse(graph.at, {.refuse = error::tflite_the_model_has_too_many_tensors_or_operators,
                        .message = "the model has {} tensors or operators, at most {} are possible",
                        .have = most,
                        .want = most_entries});
      tensors.count = operators.count = 0;
    }
    return !failed();
  }
  constexpr bool failed() const { return source.failed(); }
  constexpr void refuse(int at, const diagnosis& d) { source.refuse(at, d); }

  constexpr bool has_tensor(int index) const { return index >= 0 && index < tensors.count; }
  /// The table of tensor `index`; errors name this tensor from now on.
  constexpr flatbuffer::table tensor_table(int index) {
    if (failed()) return {&source};
    place.tensor = index;
    place.tensor_type = -1;
    if (index < 0 || index >= tensors.count) {
      refuse(tensors.at, {.refuse = error::tflite_there_is_no_tensor_of_this_index,
                          .message = "there is no tensor {}, the model has {}",
                          .have = index,
                          .want = tensors.count});
      return {&source};
    }
    return tensors.child(index);
  }
  /// The type of tensor `index`.
  constexpr int tensor_type_of(int index) { return type_of(tensor_table(index)); }
  /// Tensor `index`.
  constexpr tflite_tensor tensor(int index) {
    const flatbuffer::table from = tensor_table(index);
    tflite_tensor t = without_shape(from);
    read_shape(from, t);
    return t;
  }
  /// Tensor `index` without its shape, which may be empty.
  constexpr tflite_tensor shapeless_tensor(int index) { return without_shape(tensor_table(index)); }
  /// Refuses tensor `index` if a field of it leads out of the file; -1 means no tensor.
  constexpr void check_tensor(int index) {
    if (index == -1) return;
    const tflite_place before = place;
    const flatbuffer::table from = tensor_table(index);
    without_shape(from);
    from.list(tflite_schema::fields::tensor::shape, 4);
    if (!failed()) place = before;
  }
  /// The name of tensor `index` up to the first `;`, which joins the names of fused operators.
  constexpr flatbuffer::vector tensor_name(int index) {
    flatbuffer::vector name = tensor_table(index).list(tflite_schema::fields::tensor::name, 1);
    int letters = 0;
    while (letters < name.count && source.spend(1)) {
      const char letter = static_cast<char>(source.bytes()[name.at + letters]);
      if (letter == ';' || letter == '\0') break;
      ++letters;
    }
    name.count = letters;
    return name;
  }
  /// Operator `index`; errors name this operator from now on.
  constexpr flatbuffer::table operation(int index) {
    if (failed()) return {&source};
    place = {.op = index};
    const flatbuffer::table op = operators.child(index);
    const auto code = op.number<std::uint32_t>(tflite_schema::fields::op::opcode_index);
    if (code >= static_cast<std::uint32_t>(codes_.count)) {
      refuse(op.at, {.refuse = error::tflite_there_is_no_operator_code_of_this_index,
                     .message = "there is no operator code {}, the model has {}",
                     .have = static_cast<long>(code),
                     .want = codes_.count});
      return {&source};
    }
    const flatbuffer::table kind = codes_.child(static_cast<int>(code));
    // files from before 2020 have only the deprecated field, which ends at 127
    const int old =
        kind.number<std::int8_t>(tflite_schema::fields::operator_code::deprecated_builtin_code);
    const int now = kind.number<std::int32_t>(tflite_schema::fields::operator_code::builtin_code);
    if (!failed()) place.code = maximum(old, now);
    return op;
  }

 private:
  flatbuffer::vector codes_{}, buffers_{}, graphs_{};

  constexpr int type_of(const flatbuffer::table& from) {
    const int type = from.number<std::int8_t>(tflite_schema::fields::tensor::type);
    if (!failed()) place.tensor_type = type;
    return type;
  }
  constexpr tflite_tensor without_shape(const flatbuffer::table& from) {
    namespace field = tflite_schema::fields::tensor;
    namespace scaling_field = tflite_schema::fields::quantization_parameters;
    tflite_tensor t{.at = from.at, .type = type_of(from)};
    t.is_variable = from.number<bool>(field::is_variable);
    if (from.field(field::sparsity, 4) != 0) {
      refuse(from.at, {.refuse = error::tflite_sparse_tensors_are_not_supported,
                       .message = "sparse tensors are not supported"});
    }
    t.data = buffer(from.number<std::uint32_t>(field::buffer));
    const flatbuffer::table scaling = from.child(field::quantization);
    if (scaling.number<unsigned char>(scaling_field::details_type) != 0) {
      refuse(scaling.at, {.refuse = error::tflite_custom_quantization_is_not_supported,
                          .message = "custom quantization is not supported"});
    }
    t.scales = scaling.list(scaling_field::scale, 4);
    t.zeros = scaling.list(scaling_field::zero_point, 8);
    t.scaled_dimension = scaling.number<std::int32_t>(scaling_field::quantized_dimension);
    return t;
  }
  /// A size of -1, in the shape or its signature, is 1: the batch of one run.
  constexpr void read_shape(const flatbuffer::table& from, tflite_tensor& t) {
    extents& shape = t.shape;
    const flatbuffer::vector signature =
        from.list(tflite_schema::fields::tensor::shape_signature, 4);
    const flatbuffer::vector sizes = from.list(tflite_schema::fields::tensor::shape, 4);
    if (sizes.count > 5) {
      refuse(sizes.at, {.refuse = error::tflite_the_tensor_has_more_than_five_dimensions,
                        .message = "the tensor has {} dimensions, at most five are possible",
                        .have = sizes.count});
      return;
    }
    long long elements = 1;
    for (int i = 0; i < sizes.count && !failed(); ++i) {
      shape.d[i] = sizes.number<std::int32_t>(i);
      if (shape.d[i] == -1 || (i < signature.count && signature.number<std::int32_t>(i) == -1)) {
        t.dynamic |= 1U << i;
      }
      if (shape.d[i] == -1) shape.d[i] = 1;
      if (shape.d[i] < 1 || shape.d[i] > largest_dimension) {
        refuse(sizes.at + 4 * i, {.refuse = error::tflite_the_size_of_a_dimension_is_out_of_range,
                                  .message = "a dimension has size {}, not 1 to {}",
                                  .have = shape.d[i],
                                  .want = largest_dimension});
      }
      elements *= maximum(shape.d[i], 1);
      if (elements > 1 << 28) {
        refuse(sizes.at, {.refuse = error::tflite_a_tensor_has_more_elements_than_fit,
                          .message = "a tensor has more than 2^28 elements"});
      }
      shape.rank = i + 1;
    }
  }
  constexpr flatbuffer::vector buffer(std::uint32_t index) {
    if (failed()) return {&source};
    if (index >= static_cast<std::uint32_t>(buffers_.count)) {
      refuse(buffers_.at, {.refuse = error::tflite_there_is_no_buffer_of_this_index,
                           .message = "there is no buffer {}, the model has {}",
                           .have = static_cast<long>(index),
                           .want = buffers_.count});
      return {&source};
    }
    const flatbuffer::table from = buffers_.child(static_cast<int>(index));
    if (from.number<std::uint64_t>(tflite_schema::fields::buffer::offset) > 1) {
      refuse(from.at, {.refuse = error::tflite_buffers_outside_the_file_structure_are_not_supported,
                       .message = "buffers outside the file's structure are not supported"});
    }
    return from.list(tflite_schema::fields::buffer::data, 1);
  }
};

}  // namespace ETCH_NAMESPACE
