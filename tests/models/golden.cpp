// A model of TensorFlow Lite against the outputs of TensorFlow Lite Micro's reference kernels:
// every case, and every value between the layers. int8 bit for bit, float32 within
// max|a - b| <= 1e-5 max|b| a tensor.
#include HEADER

#include <algorithm>
#include <catch2/catch.hpp>
#include <cstdio>
#include <string>

#include "../support/recorded.hpp"

namespace {

using test::array_file;
using test::check_next;
using test::size_of;

/// The tensor that each operator of the file writes.
constexpr auto written_tensors() {
  struct {
    int index[256]{};
    int count = 0;
  } all;
  etch::tflite_file file(etch_models::BYTES, sizeof etch_models::BYTES,
                         etch::flatbuffer::reader::default_steps);
  all.count = file.operators.count;
  for (int i = 0; i < all.count; ++i) {
    all.index[i] =
        file.operation(i).list(etch::tflite_schema::fields::op::outputs, 4).number<std::int32_t>(0);
  }
  return all;
}
constexpr auto tensors = written_tensors();

/// Compares each value with the layer of its tensor.
struct comparison {
  int layers = 0;
  void value(const etch::traced_step& s, const etch::traced_value& v) {
    char name[32];
    std::snprintf(name, sizeof name, "layers/t%03d.npy", tensors.index[layers++]);
    array_file file(test::in_folder(name));
    INFO(name << ", layer " << s.layer << " by " << s.kernel);
    check_next(file, v.is->number, v.data, v.span);
  }
};

TEST_CASE("every case gives the outputs of the reference") {
  static etch_models::MODEL net;
  const auto x = net.input();
  const auto y = net.output();
  array_file inputs(test::in_folder("inputs.npy")), outputs(test::in_folder("outputs.npy"));
  int cases = 0;
  for (; inputs.next(x.data(), size_of(x)); ++cases) {
    net.run();
    INFO("case " << cases);
    check_next(outputs, y.number, y.data(), y.size());
  }
  std::printf("%d cases\n", cases);
  CHECK(cases > 0);
}

using as_written = etch_models::MODEL::with<etch::options{.slim = false, .tables = false}>;
using without_tables = etch_models::MODEL::with<etch::options{.tables = false}>;
TEST_CASE("the largest sum needs as many bits as the constants say") {
  int bits = 0;
  for (int n = 0; n < as_written::layer_count; ++n) {
    bits = std::max(bits, as_written::layer_sum_bits(n));
  }
  CHECK(bits == SUM_BITS);
}

TEST_CASE("a model that reads one code is a table, others have none") {
  using net = etch_models::MODEL;
  using x = net::input_value<>;
  CHECK(net::ram_bytes <= without_tables::ram_bytes);
  CHECK(net::macs_as_written == as_written::macs);
  if (x::is.shape.size() == 1 && x::is.number.bits == 8) {
    CHECK(net::layer_count == 1);
    CHECK(net::macs == 0);
    CHECK(net::constant_bytes == 256);
  } else {
    CHECK(net::layer_count == without_tables::layer_count);
    CHECK(net::constant_bytes == without_tables::constant_bytes);
    CHECK(net::ram_bytes == without_tables::ram_bytes);
  }
}

#ifdef PROVED
/// The weights of all layers, and what a layer needs in flash at least: its weights, and a bias of
/// 4 bytes, a multiplier and a shift of 5 for each channel.
template <class Net>
constexpr auto bytes_of_layers() {
  struct {
    int weights = 0, all = 0;
  } bytes;
  for (int n = 0; n < Net::layer_count; ++n) {
    const etch::node& at = Net::graph.nodes[n];
    if (at.op->kinds_of_products == 0) continue;
    const int weights = Net::graph.values[at.inputs[1]].is.shape.size();
    bytes.weights += weights;
    bytes.all += weights + 9 * Net::graph.values[at.outputs[0]].is.shape.c();
  }
  return bytes;
}

TEST_CASE("as many channels live, are constant and unread as the constants say") {
  using whole = as_written::on<etch::generic>;
  using net = without_tables::on<etch::generic>;  // whose kernels keep single channels
  constexpr long long proved[]{PROVED};
  constexpr etch::channel_counts n = net::channels();
  CHECK(n.total == proved[0]);
  CHECK(n.live == proved[1]);
  CHECK(n.constant == proved[2]);
  CHECK(n.unread == proved[3]);
  CHECK(net::macs == proved[4]);
  int bits = 0;
  for (int k = 0; k < net::layer_count; ++k) bits = std::max(bits, net::layer_sum_bits(k));
  CHECK(bits == proved[5]);
  CHECK(bytes_of_layers<net>().weights == proved[6]);
  CHECK(bytes_of_layers<net>().all == proved[7]);
  CHECK(net::macs_as_written == whole::macs);
  CHECK(net::ram_bytes <= whole::ram_bytes);
  CHECK(net::constant_bytes <= whole::constant_bytes);
  if (n.live == n.total) CHECK(net::constant_bytes == whole::constant_bytes);
}

TEST_CASE("with all channels every case gives the outputs of the reference") {
  CHECK(without_tables::ram_bytes <= as_written::ram_bytes);
  static as_written net;
  array_file inputs(test::in_folder("inputs.npy")), outputs(test::in_folder("outputs.npy"));
  for (int k = 0; inputs.next(net.input().data(), size_of(net.input())); ++k) {
    net.run();
    INFO("case " << k);
    check_next(outputs, net.output().number, net.output().data(), net.output().size());
  }
}
#endif

template <class Net>
void check_layers() {
  static Net net;
  const auto x = net.input();
  REQUIRE(array_file(test::in_folder("inputs.npy")).next(x.data(), size_of(x)));
  comparison compare;
  net.run(compare);
  std::printf("%d layers\n", compare.layers);
  CHECK(compare.layers == tensors.count);
}

}  // namespace

using observed = etch_models::MODEL::with<etch::options{.observe_all = true}>;
TEST_CASE("every layer gives the values of the reference") { check_layers<observed>(); }
TEST_CASE("every layer by the generic kernels") { check_layers<observed::on<etch::generic>>(); }
