// A worker: reads configurations as lines of JSON and answers each in a line.
//
//   {"formats": [0, 1, 1], "id": 7, "part": 0}   -> {"constants": 4912, "disagreements": 1,
//   "error":
//     0.03, "id": 7, "outputs": "9c0f...", "ram": 2304, "right": 238}
//   {"formats": [0, 1, 1], "id": 8}              -> what the planner says: constants and ram
//   {"against": [0, 0, 0], "formats": [1, 1, 1], "id": 9, "part": 0}
//                                                -> {"id": 9, "percentiles": [...]} of |high - low|
//   {"formats": [0, 1, 1], "id": 10, "part": 0, "than": [1, 1, 0]}
//                                                -> {"deviations": 2.4, "id": 10}
//
// `part` says which cases: 0 those to choose by, 1 those to report on. What cannot be answered gets
// {"id": 7, "refused": "<sentence>"}.
#pragma once

#include <etch/host/search/lines.hpp>
#include <etch/host/search/mixed_memory.hpp>
#include <etch/host/search/mixture.hpp>

#include <fstream>
#include <iostream>
#include <iterator>

namespace ETCH_NAMESPACE {
namespace host {

/// What cannot be answered: one sentence.
struct not_answered : std::runtime_error {
  using runtime_error::runtime_error;
};

/// The floats of a file; none where it cannot be read.
inline std::vector<float> floats_of_file(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  const std::string bytes{std::istreambuf_iterator<char>(in), {}};
  std::vector<float> all(bytes.size() / sizeof(float));
  if (!all.empty()) std::memcpy(all.data(), bytes.data(), all.size() * sizeof(float));
  return all;
}
/// The cases of a part in <folder>: x<part>.bin, y<part>.bin and class<part>.bin, floats of inputs,
/// of the float network's outputs, and of classes.
inline mixed_cases read_mixed_cases(const std::string& folder, int part, const mixture& net) {
  const auto rows = [&](const char* name, int elements) {
    const auto all = floats_of_file(folder + "/" + name + std::to_string(part) + ".bin");
    std::vector<std::vector<float>> made;
    for (auto at = all.begin(); all.end() - at >= elements; at += elements) {
      made.emplace_back(at, at + elements);
    }
    return made;
  };
  mixed_cases made;
  made.inputs = rows("x", net.values()[0].elements);
  made.wanted = rows("y", net.values()[net.layers().back().output].elements);
  for (const auto& row : rows("class", 1)) made.classes.push_back(static_cast<int>(row[0]));
  const std::size_t count = made.inputs.size();
  if (count == 0 || made.wanted.size() != count || made.classes.size() != count) {
    throw not_answered(folder + ": holds no cases of part " + std::to_string(part));
  }
  return made;
}

/// What the planner says of a mixture, whose graph in any one choice of formats is G.
template <const auto& G>
class mixture_memory {
 public:
  explicit mixture_memory(const mixture& net) : net_(net) {
    constexpr const auto& g = mixed_memory<G>::graph;
    for (int v = 0; v < mixed_memory<G>::values; ++v) {
      std::size_t found = net.values().size();
      for (std::size_t i = 0; i < net.values().size(); ++i) {
        const bool is_input = i == 0 && v == g.inputs[0];
        if (is_input || net.values()[i].name == g.values[v].name) found = i;
      }
      if (found == net.values().size() && !g.values[v].is.is_constant) {
        throw not_answered("a value of the network has no name");
      }
      value_.push_back(found);
    }
    for (int n = 0; n < mixed_memory<G>::nodes; ++n) {
      const std::size_t made = value_[static_cast<std::size_t>(g.nodes[n].outputs[0])];
      for (const mixed_layer& l : net.layers()) {
        if (l.output == made) layer_.push_back(&l);
      }
    }
  }
  long ram(const configuration& c) const {
    std::vector<format> formats;
    for (const std::size_t v : value_) {
      const bool is_value = v < net_.values().size();
      formats.push_back(is_value ? net_.codec_of_value(v, c).number : format{});
    }
    std::vector<int> scratch;
    for (const mixed_layer* l : layer_) scratch.push_back(mixture::kernel_of(*l, c)->scratch);
    return mixed_memory<G>::bytes(formats, scratch);
  }

 private:
  const mixture& net_;
  std::vector<std::size_t> value_;         ///< of the mixture, for each value of the graph
  std::vector<const mixed_layer*> layer_;  ///< for each node of it
};

/// Answers questions about a mixture.
template <const auto& G>
class worker {
 public:
  worker(mixture& net, std::string folder) : net_(net), memory_(net), folder_(std::move(folder)) {}

  json_line answer(const json_line& question) {
    json_line made;
    made.set("id", question.number("id"));
    const configuration c = formats(question, "formats");
    if (question.has("against")) {
      const configuration other = formats(question, "against");
      const int part = part_of(question);
      return made.set("percentiles", net_.percentiles(c, other, cases(part), part));
    }
    if (question.has("than")) {
      const configuration other = formats(question, "than");
      const int part = part_of(question);
      return made.set("deviations", net_.deviations_below(c, other, cases(part), part));
    }
    made.set("ram", static_cast<double>(memory_.ram(c)));
    made.set("constants", static_cast<double>(net_.constants(c)));
    if (!question.has("part")) return made;
    const int part = part_of(question);
    const mixed_answer a = net_.answer(c, cases(part), part);
    char outputs[17];
    std::snprintf(outputs, sizeof outputs, "%016llx", static_cast<unsigned long long>(a.outputs));
    return made.set("disagreements", static_cast<double>(a.loses.disagreements))
        .set("error", a.loses.error)
        .set("right", static_cast<double>(a.loses.right))
        .set("outputs", std::string(outputs));
  }
  /// Answers line by line until `in` ends.
  void serve(std::istream& in, std::ostream& out) {
    for (std::string line; std::getline(in, line);) {
      json_line refused;
      try {
        const json_line question(line);
        if (question.has("id")) refused.set("id", question.number("id"));
        out << answer(question).line() << std::endl;
        continue;
      } catch (const malformed_line& why) {
        refused.set("refused", std::string("no question: ") + why.what());
      } catch (const not_answered& why) {
        refused.set("refused", std::string(why.what()));
      }
      out << refused.line() << std::endl;
    }
  }

 private:
  mixture& net_;
  mixture_memory<G> memory_;
  std::string folder_;
  std::map<int, mixed_cases> cases_;

  configuration formats(const json_line& question, const char* name) const {
    configuration c = question.integers(name);
    if (c.size() != net_.variable_count()) {
      throw not_answered("the network has " + std::to_string(net_.variable_count()) +
                         " variables, the question " + std::to_string(c.size()) + " formats");
    }
    if (!net_.knows(c)) throw not_answered("no kernels were compiled for these formats");
    return c;
  }
  static int part_of(const json_line& question) {
    return static_cast<int>(question.integer("part"));
  }
  const mixed_cases& cases(int part) {
    const auto found = cases_.find(part);
    if (found != cases_.end()) return found->second;
    return cases_[part] = read_mixed_cases(folder_, part, net_);
  }
};

}  // namespace host
}  // namespace ETCH_NAMESPACE
