// Networks of oneDNN as a module of bench/peers/compare.py, which adds their layers one by one:
// 8-bit codes, maps as plain NHWC, weights packed beforehand as the library likes them.
#include <oneapi/dnnl/dnnl.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstring>
#include <string>
#include <unordered_map>
#include <vector>

#include "peer.hpp"

namespace {

enum class kind : int { conv2d, dense, average, product };
/// Of values: codes q, q + 128, or bfloat16.
enum class numbers : int { s8, u8, bf16 };

/// A layer as compare.py describes it. Values are counted from the network's input, 0, on.
struct layer_of_codes {
  kind is;
  int input;
  int added;  ///< a value of the output's size that is added and overwritten, or -1
  int groups;
  int in[3], out[3];  ///< height, width, channels
  int kernel[2], stride[2], before[2], after[2];
  int zero_point;  ///< of the input where it is padded: elsewhere the bias has it
  float added_scale;
  const void* weights;  ///< OHWI, of a depthwise layer HWO
  const float* bias;    ///< in units of sums
  const float* scales;  ///< a channel, from sums to codes of the output; null: all 1
};

class onednn_peer : public etch::bench::peer {
 public:
  explicit onednn_peer(numbers of)
      : type_(of == numbers::u8     ? type::u8
              : of == numbers::bf16 ? type::bf16
                                    : type::s8),
        of_weights_(of == numbers::bf16 ? type::bf16 : type::s8),
        flip_(of == numbers::u8 ? 0x80 : 0) {}

  /// Makes room for a value of so many numbers.
  void add_value(int size) {
    values_.emplace_back(static_cast<std::size_t>(size) * (type_ == type::bf16 ? 2 : 1));
  }

  void add(const layer_of_codes& l) {
    int out = l.added;
    if (out < 0) {
      out = static_cast<int>(values_.size());
      add_value(l.out[0] * l.out[1] * l.out[2]);
    }
    order_.push_back(out);
    switch (l.is) {
      case kind::conv2d: return add_conv2d(l, out);
      case kind::dense: return add_dense(l, out);
      case kind::average: return add_average(l, out);
      case kind::product: return add_product(l, out);
    }
  }

  /// Ends the network with a softmax of 256 codes, of values of this scale.
  void add_softmax(float scale) { softmax_scale_ = scale; }

  /// The value that the last layer made.
  int last() const { return order_.back(); }
  /// Layers that the library has no fast kernel for.
  int reference_layers() const { return reference_layers_; }

  void read_input(const signed char* codes) override {
    for (unsigned char& code : values_[0]) code = static_cast<unsigned char>(*codes++ ^ flip_);
  }
  void run() override {
    for (const step& s : steps_) s.what.execute(stream_, s.with);
    stream_.wait();
    if (softmax_scale_ > 0) end_by_softmax();
  }
  void write_output(signed char* codes) override {
    if (softmax_scale_ > 0) {
      std::copy(shares_.begin(), shares_.end(), codes);
    } else {
      for (const unsigned char code : values_[static_cast<std::size_t>(last())]) {
        *codes++ = static_cast<signed char>(code ^ flip_);
      }
    }
  }

 private:
  using type = dnnl::memory::data_type;
  using tag = dnnl::memory::format_tag;
  using dims = dnnl::memory::dims;
  struct step {
    dnnl::primitive what;
    std::unordered_map<int, dnnl::memory> with;
  };

  dnnl::memory map(int v, const dims& shape) {
    return {{shape, type_, shape.size() == 2 ? tag::nc : tag::nhwc},
            engine_,
            values_[static_cast<std::size_t>(v)].data()};
  }
  static dims map_shape(const int (&hwc)[3]) { return {1, hwc[2], hwc[0], hwc[1]}; }
  static dims pair(const int (&of)[2]) { return {of[0], of[1]}; }

  dnnl::primitive_attr end_of(const layer_of_codes& l) const {
    dnnl::primitive_attr a;
    if (l.scales == nullptr) return a;
    a.set_output_scales(1 << 1, std::vector<float>(l.scales, l.scales + l.out[2]));
    if (l.zero_point != 0) a.set_zero_points(DNNL_ARG_SRC, 0, {l.zero_point});
    if (l.added >= 0) {
      dnnl::post_ops sum;
      sum.append_sum(l.added_scale);
      a.set_post_ops(sum);
    }
    return a;
  }

  /// A layer with weights, which `like` describes as they are and `d` as the library wants them.
  template <class Primitive, class Description>
  void add_weighted(const layer_of_codes& l, const Description& d, const dnnl::memory::desc& like,
                    const dnnl::memory& x, const dnnl::memory& y) {
    dnnl::memory given(like, engine_), packed(d.weights_desc(), engine_),
        bias(d.bias_desc(), engine_);
    std::memcpy(given.get_data_handle(), l.weights, like.get_size());
    std::copy_n(l.bias, l.out[2], static_cast<float*>(bias.get_data_handle()));
    dnnl::reorder(given, packed).execute(stream_, given, packed);
    stream_.wait();
    add_step(
        Primitive(d), d.impl_info_str(),
        {{DNNL_ARG_SRC, x}, {DNNL_ARG_WEIGHTS, packed}, {DNNL_ARG_BIAS, bias}, {DNNL_ARG_DST, y}});
  }
  void add_step(const dnnl::primitive& p, const std::string& implementation,
                std::unordered_map<int, dnnl::memory> with) {
    if (implementation.find("ref") != std::string::npos) ++reference_layers_;
    steps_.push_back({p, std::move(with)});
  }

  void add_conv2d(const layer_of_codes& l, int out) {
    const int depth = l.in[2] / l.groups;
    dims shape{l.out[2], depth, l.kernel[0], l.kernel[1]};
    tag order = tag::ohwi;
    if (l.groups > 1) {
      shape = {l.groups, l.out[2] / l.groups, depth, l.kernel[0], l.kernel[1]};
      order = tag::hwigo;
    }
    const dnnl::memory x = map(l.input, map_shape(l.in)), y = map(out, map_shape(l.out));
    const dnnl::convolution_forward::desc d(
        dnnl::prop_kind::forward_inference, dnnl::algorithm::convolution_direct, x.get_desc(),
        {shape, of_weights_, tag::any}, {{l.out[2]}, type::f32, tag::a}, y.get_desc(),
        pair(l.stride), pair(l.before), pair(l.after));
    add_weighted<dnnl::convolution_forward>(
        l, dnnl::convolution_forward::primitive_desc(d, end_of(l), engine_),
        {shape, of_weights_, order}, x, y);
  }
  void add_dense(const layer_of_codes& l, int out) {
    const dims shape{l.out[2], l.in[2]};
    const dnnl::memory x = map(l.input, {l.in[1], l.in[2]}), y = map(out, {l.in[1], l.out[2]});
    const dnnl::inner_product_forward::desc d(dnnl::prop_kind::forward_inference, x.get_desc(),
                                              {shape, of_weights_, tag::any},
                                              {{l.out[2]}, type::f32, tag::a}, y.get_desc());
    add_weighted<dnnl::inner_product_forward>(
        l, dnnl::inner_product_forward::primitive_desc(d, end_of(l), engine_),
        {shape, of_weights_, tag::oi}, x, y);
  }
  /// The same as a matrix product.
  void add_product(const layer_of_codes& l, int out) {
    const dims shape{l.in[2], l.out[2]};
    const dnnl::memory x = map(l.input, {l.in[1], l.in[2]}), y = map(out, {l.in[1], l.out[2]});
    const dnnl::matmul::desc d(x.get_desc(), {shape, of_weights_, tag::any},
                               {{1, l.out[2]}, type::f32, tag::ab}, y.get_desc());
    add_weighted<dnnl::matmul>(l, dnnl::matmul::primitive_desc(d, end_of(l), engine_),
                               {shape, of_weights_, tag::ba}, x, y);
  }
  void add_average(const layer_of_codes& l, int out) {
    const dnnl::memory x = map(l.input, map_shape(l.in)), y = map(out, map_shape(l.out));
    const dnnl::pooling_forward::desc d(
        dnnl::prop_kind::forward_inference, dnnl::algorithm::pooling_avg_exclude_padding,
        x.get_desc(), y.get_desc(), pair(l.stride), pair(l.kernel), pair(l.before), pair(l.after));
    const dnnl::pooling_forward::primitive_desc chosen(d, engine_);
    add_step(dnnl::pooling_forward(chosen), chosen.impl_info_str(),
             {{DNNL_ARG_SRC, x}, {DNNL_ARG_DST, y}});
  }

  void end_by_softmax() {
    const std::vector<unsigned char>& codes = values_[static_cast<std::size_t>(last())];
    const auto of = [&](unsigned char code) { return static_cast<signed char>(code ^ flip_); };
    float sum = 0;
    int most = -128;
    for (const unsigned char code : codes) most = std::max<int>(most, of(code));
    exponentials_.clear(), shares_.clear();
    for (const unsigned char code : codes) {
      exponentials_.push_back(std::exp(static_cast<float>(of(code) - most) * softmax_scale_));
      sum += exponentials_.back();
    }
    for (const float e : exponentials_) {
      shares_.push_back(static_cast<signed char>(std::min(std::lrint(256 * e / sum) - 128, 127L)));
    }
  }

  type type_, of_weights_;
  int flip_;
  dnnl::engine engine_{dnnl::engine::kind::cpu, 0};
  dnnl::stream stream_{engine_};
  std::vector<std::vector<unsigned char>> values_;
  std::vector<int> order_;
  std::vector<step> steps_;
  int reference_layers_ = 0;
  float softmax_scale_ = 0;
  std::vector<float> exponentials_;
  std::vector<signed char> shares_;
};

}  // namespace

extern "C" {

/// A network whose input has so many numbers.
etch::bench::peer* onednn_open(numbers of, int input);
etch::bench::peer* onednn_open(numbers of, int input) {
  auto* const p = new onednn_peer(of);
  p->add_value(input);
  return p;
}

/// Adds a layer and gives the value that it makes; -1 where oneDNN has no such layer.
int onednn_add(etch::bench::peer* p, const layer_of_codes* l);
int onednn_add(etch::bench::peer* p, const layer_of_codes* l) {
  auto* const network = static_cast<onednn_peer*>(p);
  try {
    network->add(*l);
  } catch (const dnnl::error&) {
    return -1;
  }
  return network->last();
}

void onednn_add_softmax(etch::bench::peer* p, float scale);
void onednn_add_softmax(etch::bench::peer* p, float scale) {
  static_cast<onednn_peer*>(p)->add_softmax(scale);
}

int onednn_reference_layers(etch::bench::peer* p);
int onednn_reference_layers(etch::bench::peer* p) {
  return static_cast<onednn_peer*>(p)->reference_layers();
}
}
