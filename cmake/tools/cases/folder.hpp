// The case that a folder holds, and what can be wrong with it.
#pragma once

#include <algorithm>
#include <cmath>
#include <etch/tensor/bytes.hpp>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <locale>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

#include "../npy.hpp"

namespace cases {

using nlohmann::json;
using shape = std::vector<long>;
using names = std::vector<const char*>;

// Why a case is not tested.
struct skipped : std::runtime_error {
  using runtime_error::runtime_error;
};
// Why no test can be made of the folder.
struct malformed : std::runtime_error {
  malformed(const std::filesystem::path& file, const std::string& what)
      : std::runtime_error(file.string() + ": " + what) {}
};

inline std::string read(const std::filesystem::path& file) {
  std::ifstream in(file, std::ios::binary);
  if (!in) throw malformed(file, "cannot be read");
  return {std::istreambuf_iterator<char>(in), {}};
}

// A number as C has it, perhaps behind casts: ((float16_t)-10.0f).
inline std::optional<double> c_number(std::string text) {
  for (auto cast = text.find("_t)"); cast != text.npos; cast = text.find("_t)")) {
    const auto open = text.rfind('(', cast);
    if (open == text.npos) return {};
    text.erase(open, cast + 3 - open);
  }
  const auto outside = [](char c) { return c == '(' || c == ')' || c == ' '; };
  text.erase(std::remove_if(text.begin(), text.end(), outside), text.end());
  if (!text.empty() && (text.back() == 'f' || text.back() == 'F')) text.pop_back();
  std::istringstream in(text);
  in.imbue(std::locale::classic());
  double number = 0;
  if (!(in >> number) || !in.eof()) return {};
  return number;
}

inline long product(const shape& s) {
  long count = 1;
  for (const long extent : s) count *= extent;
  return count;
}

inline std::string joined(const shape& s, const char* between) {
  std::string text;
  for (const long extent : s) text += (text.empty() ? "" : between) + std::to_string(extent);
  return text;
}

struct array {
  std::string type;  // as case.json writes it: int8, int16, int32, float32
  shape extents;
  std::string bytes;

  long count() const { return product(extents); }
  std::int32_t int32(long i) const {
    return etch::load<std::int32_t>(reinterpret_cast<const unsigned char*>(bytes.data()),
                                    static_cast<int>(i));
  }
};

// A case.json and its arrays. It keeps account of what was asked for: a parameter or an array that
// nobody asked for may change what the case means.
class case_folder {
 public:
  explicit case_folder(const std::filesystem::path& folder)
      : folder_(folder), file_(folder / "case.json") {
    try {
      json_ = json::parse(read(file_));
    } catch (const json::exception& error) {
      throw malformed(file_, error.what());
    }
    if (!json_.is_object()) throw malformed(file_, "not an object");
    for (const char* key : {"params", "arrays"}) {
      if (!json_.contains(key) || !json_[key].is_object()) {
        throw malformed(file_, std::string("'") + key + "' is not an object");
      }
    }
    name = folder_.filename().string();
    kind = word("kind");
    dtype = word("dtype");
    for (const auto& [name, about] : json_["arrays"].items()) arrays_[name] = load(name, about);
  }

  // Whether one of the functions that the case was made for has this word in its name.
  bool made_for(const std::string& part) const {
    const auto tests = json_.find("cmsis_tests");
    if (tests == json_.end() || !tests->is_array()) return false;
    return std::any_of(tests->begin(), tests->end(), [&](const json& test) {
      return test.is_string() && test.get<std::string>().find(part) != std::string::npos;
    });
  }

  // The parameter, under any of its names.
  std::optional<double> number(const names& any) {
    for (const char* name : any) {
      const auto at = json_["params"].find(name);
      if (at == json_["params"].end()) continue;
      asked_.insert(name);
      if (at->is_boolean()) return at->get<bool>() ? 1 : 0;
      if (at->is_string()) {
        if (const auto written = c_number(at->get<std::string>())) return written;
      }
      if (!at->is_number()) throw malformed(file_, std::string(name) + " is not a number");
      return at->get<double>();
    }
    return {};
  }
  long integer(const names& any, std::optional<long> otherwise = {}) {
    const std::optional<double> value = number(any);
    if (!value && !otherwise) throw skipped(std::string("no parameter ") + any.front());
    if (!value) return *otherwise;
    if (*value != std::floor(*value) || std::abs(*value) > 4294967296.0) {
      throw malformed(file_, std::string(any.front()) + " is not a whole number");
    }
    return static_cast<long>(*value);
  }
  // A parameter that is a list of integers: of JSON, or written as C does, {1, 2}.
  std::optional<shape> list(const char* name) {
    const auto at = json_["params"].find(name);
    if (at == json_["params"].end()) return {};
    asked_.insert(name);
    json numbers = *at;
    if (at->is_string()) {
      std::string text = at->get<std::string>();
      for (const char* brace : {"{", "}"}) {
        if (const auto place = text.find(brace); place != text.npos) text.erase(place, 1);
      }
      const auto end = text.find_last_not_of(", ");
      numbers =
          json::parse("[" + text.substr(0, end == text.npos ? 0 : end + 1) + "]", nullptr, false);
    }
    shape found;
    if (!numbers.is_array()) throw malformed(file_, std::string(name) + " is not a list");
    for (const json& number : numbers) {
      if (!number.is_number_integer())
        throw malformed(file_, std::string(name) + " is not a list of integers");
      found.push_back(number.get<long>());
    }
    return found;
  }
  // Refuses parameters of integers alone that say anything.
  void no_integer_parameters(const names& all) {
    for (const char* name : all) {
      if (number({name}).value_or(0) != 0) throw skipped(dtype + " with " + name);
    }
  }
  // A parameter that is a word.
  std::optional<std::string> find_text(const char* name) {
    const auto at = json_["params"].find(name);
    if (at == json_["params"].end()) return {};
    asked_.insert(name);
    if (!at->is_string()) throw malformed(file_, std::string(name) + " is not a word");
    return at->get<std::string>();
  }
  // An integer > 0.
  long extent(const names& any, std::optional<long> otherwise = {}) {
    const long value = integer(any, otherwise);
    if (value < 1) throw skipped(std::string("parameter ") + any.front() + " is not positive");
    return value;
  }

  const array* find(const names& any) {
    for (const std::string name : any) {
      for (const std::string& key : {name, name + "_data"}) {
        if (const auto at = arrays_.find(key); at != arrays_.end()) {
          asked_.insert(key);
          return &at->second;
        }
      }
    }
    return nullptr;
  }
  const array& get(const names& any, const std::string& type, const shape& extents) {
    const array* found = find(any);
    if (found == nullptr) throw skipped(std::string("no array ") + any.front());
    if (found->type != type) {
      throw skipped(std::string(any.front()) + " is " + found->type + ", not " + type);
    }
    if (found->count() != product(extents)) {
      throw skipped(std::string(any.front()) + " has " + std::to_string(found->count()) +
                    " elements, the parameters say " + joined(extents, " x "));
    }
    return *found;
  }

  void refuse_what_nobody_asked_for() const {
    // Said twice, how the data was made, or which function of CMSIS-NN is called.
    static const std::set<std::string> silent = {
        "accumulation_depth", "arena_size",    "batch_size", "dst_size",
        "has_bias",           "input_batches", "input_c",    "input_max",
        "input_min",          "input_n",       "input_size", "output_c",
        "output_n",           "output_size",   "pad",        "padding",
        "per_channel_quant",  "perm_size",     "size",       "use_null_bias",
        "use_wrapper",        "w_type"};
    for (const auto& [name, value] : json_["params"].items()) {
      const bool order = name == "layout" && value == "ARM_NN_LAYOUT_NHWC";
      if (!order && asked_.count(name) + silent.count(name) == 0) {
        throw skipped("unknown parameter " + name + " = " + value.dump());
      }
    }
    for (const auto& [name, about] : arrays_) {
      if (asked_.count(name) == 0) throw skipped("unknown array " + name);
    }
  }

  std::string name, kind, dtype;

 private:
  std::filesystem::path folder_, file_;
  json json_;
  std::map<std::string, array> arrays_;
  std::set<std::string> asked_;

  std::string word(const char* key) const {
    if (!json_.contains(key) || !json_[key].is_string()) {
      throw malformed(file_, std::string("'") + key + "' is not a word");
    }
    return json_[key].get<std::string>();
  }

  array load(const std::string& name, const json& about) const {
    static const std::map<std::string, std::string> types = {
        {"|i1", "int8"},  {"|u1", "uint8"},  {"<i2", "int16"},   {"<i4", "int32"},
        {"<i8", "int64"}, {"<u4", "uint32"}, {"<f2", "float16"}, {"<f4", "float32"}};
    const std::filesystem::path file = folder_ / (name + ".npy");
    const std::string bytes = read(file);
    npy::array_file found;
    try {
      found = npy::parse(bytes);
    } catch (const npy::malformed& error) {
      throw malformed(file, error.what());
    }
    const auto type = types.find(found.type);
    array a{type == types.end() ? found.type : type->second, found.shape, bytes.substr(found.data)};
    if (about.is_object() && about.contains("dtype") && about["dtype"] != a.type) {
      throw malformed(file, "offset " + std::to_string(bytes.find("descr")) + ": " + a.type +
                                ", case.json says " + about["dtype"].dump());
    }
    if (about.is_object() && about.contains("shape") && about["shape"] != a.extents) {
      throw malformed(file, "offset " + std::to_string(bytes.find("shape")) + ": (" +
                                joined(a.extents, ", ") + "), case.json says " +
                                about["shape"].dump());
    }
    return a;
  }
};

}  // namespace cases
