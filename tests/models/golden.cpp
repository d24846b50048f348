// A model of TensorFlow Lite against the outputs of TensorFlow Lite Micro's reference kernels:
// every case, and every value between the layers. int8 bit for bit, float32 within
// max|a - b| <= 1e-5 max|b| a tensor.
#include HEADER

#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <string>
#include <vector>

namespace {

using bytes = std::vector<unsigned char>;

/// The elements of a .npy file of version 1.
class array_file {
 public:
  explicit array_file(const std::string& path) : file_(std::fopen(path.c_str(), "rb")) {
    INFO(path);
    REQUIRE(file_ != nullptr);
    unsigned char start[10]{};
    REQUIRE(std::fread(start, 1, sizeof start, file_) == sizeof start);
    REQUIRE(std::fseek(file_, 10 + start[8] + 256 * start[9], SEEK_SET) == 0);
  }
  array_file(const array_file&) = delete;
  array_file& operator=(const array_file&) = delete;
  ~array_file() { std::fclose(file_); }

  /// Whether `size` more bytes are there: read into x.
  bool next(void* x, std::size_t size) { return std::fread(x, 1, size, file_) == size; }

 private:
  std::FILE* file_;
};

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
    all.index[i] = file.operation(i)
                       .list(etch::tflite_schema::operator_field::outputs, 4)
                       .number<std::int32_t>(0);
  }
  return all;
}
constexpr auto tensors = written_tensors();

/// Whether the next numbers of a file are those at `data`, of format f.
void check_next(array_file& file, const etch::format& f, const void* data, int count) {
  const auto size = static_cast<std::size_t>(count) * static_cast<std::size_t>(f.bits / 8);
  bytes want(size);
  REQUIRE(file.next(want.data(), size));
  if (!etch::is_f32(f)) {
    CHECK(std::memcmp(want.data(), data, size) == 0);
    return;
  }
  float worst = 0, largest = 0;
  for (std::size_t i = 0; i < size; i += 4) {
    float a, b;
    std::memcpy(&a, static_cast<const unsigned char*>(data) + i, 4);
    std::memcpy(&b, want.data() + i, 4);
    if (!(std::fabs(a - b) <= worst)) worst = std::fabs(a - b);
    largest = std::fmax(largest, std::fabs(b));
  }
  CHECK(worst <= 1e-5F * largest);
}

/// Compares each value with the layer of its tensor.
struct comparison {
  int layers = 0;
  void value(const etch::traced_step& s, const etch::traced_value& v) {
    char name[32];
    std::snprintf(name, sizeof name, "/layers/t%03d.npy", tensors.index[layers++]);
    array_file file(FOLDER + std::string(name));
    INFO(name << ", layer " << s.layer << " by " << s.kernel);
    check_next(file, v.is->number, v.data, v.span);
  }
};

template <class View>
std::size_t size_of(const View& x) {
  return static_cast<std::size_t>(x.size()) * sizeof(x[0]);
}

TEST_CASE("every case gives the outputs of the reference") {
  static etch_models::MODEL net;
  const auto x = net.input();
  const auto y = net.output();
  array_file inputs(FOLDER "/inputs.npy"), outputs(FOLDER "/outputs.npy");
  int cases = 0;
  for (; inputs.next(x.data(), size_of(x)); ++cases) {
    net.run();
    INFO("case " << cases);
    check_next(outputs, y.number, y.data(), y.size());
  }
  std::printf("%d cases\n", cases);
  CHECK(cases > 0);
}

TEST_CASE("the largest sum needs as many bits as the constants say") {
  int bits = 0;
  for (int n = 0; n < etch_models::MODEL::layer_count; ++n) {
    bits = std::max(bits, etch_models::MODEL::layer_sum_bits(n));
  }
  CHECK(bits == SUM_BITS);
}

template <class Net>
void check_layers() {
  static Net net;
  const auto x = net.input();
  REQUIRE(array_file(FOLDER "/inputs.npy").next(x.data(), size_of(x)));
  comparison compare;
  net.run(compare);
  std::printf("%d layers\n", compare.layers);
  CHECK(compare.layers == tensors.count);
}

}  // namespace

using observed = etch_models::MODEL::with<etch::options{.observe_all = true}>;
TEST_CASE("every layer gives the values of the reference") { check_layers<observed>(); }
TEST_CASE("every layer by the generic kernels") { check_layers<observed::on<etch::generic>>(); }
