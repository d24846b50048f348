// Host tool of `./dev quantise`: brings a float network to a number format by data.
//
//   quantise <model> <out> <work> <name> data <x.npy> format <name> method <name>
//            [labels <y.npy>] [within <points>] then <command>
//
// <name> is an identifier. <model> is a .tflite or .onnx file; where EXAMPLE_HEADER is defined, the
// name of the graph EXAMPLE_GRAPH. Writes <out>/<name>.hpp and <out>/<name>_weights.hpp, and into
// <work> the cases to report on; runs the command, which compiles the network and runs it on them
// (cmake/quantise/measure.cpp), and writes <out>/<name>.txt and <out>/<name>.html. What is wrong is
// one sentence and exit code 1; exit code 3 says that more than so many points of right answers are
// lost.
#include <cstdlib>
#include <filesystem>

#include "quantise/report.hpp"
#include "quantise/source.hpp"

namespace {

using namespace quantise;

struct job {
  std::string model, out, work, name, data, labels, format, method, within, then;
};

std::vector<clipping> methods_of(const std::string& name, bool real) {
  if (real) return {clipping::minmax};
  if (name == "best")
    return {std::begin(etch::host::all_clippings), std::end(etch::host::all_clippings)};
  for (const clipping method : etch::host::all_clippings) {
    if (etch::host::name_of(method) == name) return {method};
  }
  throw not_quantised("no method '" + name +
                      "'; there are: minmax, percentile, mse, kl, mnn, aciq, best");
}

/// Even cases to choose by, odd ones to report on.
void split(const float_network& net, cases&& all, const std::vector<int>& labels, part& by,
           part& other) {
  std::vector<numbers> of;
  for (std::size_t k = 0; k < all.size(); ++k) {
    part& p = k % 2 == 0 ? by : other;
    net.run(all[k], of, [](int, const numbers&) {});
    p.want.push_back(of[static_cast<std::size_t>(net.output)]);
    p.x.push_back(std::move(all[k]));
    if (!labels.empty()) p.labels.push_back(labels[k]);
  }
}

/// Reads what the compiled network gave.
compiled read_compiled(const job& j, const chosen& choice, const part& p) {
  compiled made;
  const float_network& net = *choice.floats;
  const std::size_t classes = p.want[0].size();
  made.layers.resize(net.values.size());
  made.confusion.assign(classes, std::vector<long>(classes));
  std::ifstream figures(j.work + "/figures.txt"), names(j.work + "/layers.txt"),
      layers(j.work + "/layers.bin", std::ios::binary),
      outputs(j.work + "/output.bin", std::ios::binary);
  std::string word;
  while (figures >> word) figures >> (word == "RAM" ? made.ram : made.constants);
  std::vector<std::pair<int, std::size_t>> traced;  // value, or -1, and elements
  for (std::size_t size = 0; names >> word >> size;) {
    int found = -1;
    for (std::size_t v = 0; v < net.values.size(); ++v) {
      if (net.values[v].name == word) found = static_cast<int>(v);
    }
    traced.emplace_back(found, size);
  }
  std::vector<numbers> want, simulated;
  std::vector<float> y(classes);
  for (std::size_t k = 0; k < p.x.size(); ++k) {
    net.run(p.x[k], want, [](int, const numbers&) {});
    choice.net->run(p.x[k], simulated, [](int, const numbers&) {});
    for (const auto& [v, size] : traced) {
      numbers have(size);
      layers.read(reinterpret_cast<char*>(have.data()),
                  static_cast<std::streamsize>(size * sizeof(double)));
      const auto i = static_cast<std::size_t>(v);
      if (v < 0 || want[i].size() != size) continue;
      for (std::size_t e = 0; e < size; ++e) made.layers[i].add(want[i][e], have[e]);
    }
    outputs.read(reinterpret_cast<char*>(y.data()),
                 static_cast<std::streamsize>(classes * sizeof(float)));
    const numbers have(y.begin(), y.end());
    made.result.add(p, k, have);
    ++made.confusion[static_cast<std::size_t>(class_of(p, k))]
                    [static_cast<std::size_t>(largest(have))];
    for (std::size_t e = 0; e < classes; ++e) {
      const auto expected = simulated[static_cast<std::size_t>(net.output)][e];
      const double room = 1e-6 * std::fabs(expected);
      made.as_simulated += std::fabs(have[e] - expected) <= room ? 1 : 0;
    }
  }
  if (!layers || !outputs) throw not_quantised(j.work + ": what the network gave ends early");
  return made;
}

int run(const job& j) {
  const auto as = etch::host::number_choice_of(j.format);
  if (!as) {
    throw not_quantised("no format '" + j.format +
                        "'; there are: " + std::string(etch::host::names_of_number_choices));
  }
  const std::vector<clipping> methods = methods_of(j.method, as->real != nullptr);
  if (!j.within.empty() && j.labels.empty()) {
    throw not_quantised("--within asks for right answers, which needs --labels");
  }
  std::string bytes;
  const source from = read_source(j.model, bytes);
  const float_network& net = from.net;
  cases all = read_cases(j.data, net.value(net.input).is.shape, from.channels_first);
  std::vector<int> labels;
  if (!j.labels.empty()) {
    labels = read_labels(j.labels, all.size(), net.value(net.output).is.shape.size());
  }
  part by, other;
  split(net, std::move(all), labels, by, other);
  const chosen choice(net, *as, methods, by, other);

  const std::string source_name = std::filesystem::path(j.model).filename().string();
  const std::string how =
      as->real != nullptr ? "" : ", by " + std::string(etch::host::name_of(choice.net->method()));
  const written headers(*choice.net, j.name, source_name + " in " + j.format + how);
  write_file(j.out + "/" + j.name + ".hpp", headers.graph());
  write_file(j.out + "/" + j.name + "_weights.hpp", headers.weights());
  write_file(j.work + "/input.bin", floats(other.x));
  const std::string command = j.then + " " + std::to_string(other.x.size());
  if (std::system(command.c_str()) != 0) {
    throw not_quantised(j.out + "/" + j.name + ".hpp does not compile or run");
  }

  report r{j.name, source_name, j.format, net, choice, by, other, 0, {}};
  r.result = read_compiled(j, choice, other);
  for (std::size_t k = 0; k < other.x.size(); ++k) {
    r.float_right += largest(other.want[k]) == class_of(other, k) ? 1 : 0;
  }
  write_file(j.out + "/" + j.name + ".txt", r.text());
  write_file(j.out + "/" + j.name + ".html", r.html());
  fmt::print("{}", r.text());
  if (j.within.empty()) return 0;
  const double points = 100.0 * static_cast<double>(r.float_right - r.result.result.right) /
                        static_cast<double>(other.x.size());
  if (points <= std::atof(j.within.c_str())) return 0;
  fmt::print(stderr, "quantise: {:.2f} points of right answers are lost, more than {}\n", points,
             j.within);
  return 3;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 5) {
    fmt::print(stderr, "usage: quantise <model> <out> <work> <name> [<option> <value>]...\n");
    return 2;
  }
  job j;
  j.model = argv[1], j.out = argv[2], j.work = argv[3], j.name = argv[4];
  for (int i = 5; i + 1 < argc; i += 2) {
    const std::string option = argv[i];
    (option == "data"     ? j.data
     : option == "labels" ? j.labels
     : option == "format" ? j.format
     : option == "method" ? j.method
     : option == "within" ? j.within
                          : j.then) = argv[i + 1];
  }
  try {
    return run(j);
  } catch (const std::exception& why) {
    fmt::print(stderr, "quantise: {}\n", why.what());
    return 1;
  }
}
