// The layer table and the memory picture of a network, as text for people.
#pragma once

#include <etch/network/network.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <vector>

namespace ETCH_NAMESPACE {
namespace host {

/// A format in the words of its type: "q<2,5>", "affine int8 0.0235 @ -128", "posit<8,1>".
inline std::string describe(const format& f) {
  if (is_q(f)) return fmt::format("q<{},{}>", f.bits - 1 - f.frac, f.frac);
  if (is_real(f) && !is_quire(f)) return f.kind->name;
  if (is_affine(f) && f.channel_scale != nullptr)
    return fmt::format("affine int{} per channel", f.bits);
  if (is_affine(f)) return fmt::format("affine int{} {:.4g} @ {}", f.bits, f.scale, f.zero);
  return fmt::format("{} {} bits", f.kind->name, f.bits);
}
/// A shape: "8x8x16".
inline std::string describe(const extents& e) {
  std::string s;
  for (int i = 0; i < e.rank; ++i) s += fmt::format("{}{}", i == 0 ? "" : "x", e.d[i]);
  return s.empty() ? "1" : s;
}
/// What a node clamps to, as a suffix of its operator.
inline std::string describe(activation a) {
  switch (a) {
    case activation::relu: return " + relu";
    case activation::relu6: return " + relu6";
    case activation::clamp: return " + clamp";
    default: return "";
  }
}

/// A number in groups of three digits: "12 345".
inline std::string grouped(long long number) {
  std::string s = std::to_string(number);
  for (int at = static_cast<int>(s.size()) - 3; at > 0; at -= 3)
    s.insert(static_cast<std::size_t>(at), " ");
  return s;
}
/// The name of layer n, whose parts in front are left out where it has more than `most` letters:
/// networks begin all names alike. Of a name that was made from several, the first.
template <class Net>
std::string short_name(int n, std::size_t most) {
  const char* given = Net::graph.values[Net::graph.nodes[n].outputs[0]].name;
  std::string s = given[0] != '\0' ? given : Net::layer(n).c_str();
  s = s.substr(0, s.find(';'));
  return s.size() <= most ? s : "..." + s.substr(s.size() - most + 3);
}
/// Layer n in words: its operator, and its name where that says more.
template <class Net>
std::string describe_layer(int n, std::size_t most) {
  const node& at = Net::graph.nodes[n];
  const std::string op = at.op->name + describe(at.act);
  const char* const name = Net::graph.values[at.outputs[0]].name;
  const bool named = name[0] != '\0' && !same_text(name, at.op->name);
  return named ? op + ", " + short_name<Net>(n, most - op.size() - 2) : op;
}

/// Bits that the sums of layer n need of those that there are: "19/32", empty where it has none.
template <class Net>
std::string describe_sums(int n) {
  const int bits = Net::layer_sum_bits(n);
  return bits == 0 ? "" : fmt::format("{}/{}", bits, Net::layer_sum_capacity(n));
}
/// Output channels of layer N that live, of all: "30/128", and "128" where all do; empty where the
/// layer sums no integers, or the network leaves nothing out.
template <class Net, int N>
requires(!Net::leaves_out_channels)
std::string describe_channels() {
  return "";
}
template <class Net, int N>
std::string describe_channels() {
  constexpr channel_counts n = Net::template layer_channels<N>();
  if (n.total == 0) return "";
  return n.live == n.total ? fmt::format("{}", n.total) : fmt::format("{}/{}", n.live, n.total);
}
/// What was proved of the channels of Net, and what it saved, in a line.
template <class Net>
requires(!Net::leaves_out_channels)
std::string describe_proof() {
  return "all channels are kept: options say so, or there are too many weights to look at\n";
}
template <class Net>
std::string describe_proof() {
  constexpr channel_counts n = Net::channels();
  std::string s =
      n.total == 0
          ? ""
          : fmt::format("{} of {} channels live, {} are constant, {} are never read; ",
                        grouped(n.live), grouped(n.total), grouped(n.constant), grouped(n.unread));
  s += Net::macs == Net::macs_as_written
           ? "all multiplications are needed"
           : fmt::format("{} of {} multiplications are left", grouped(Net::macs),
                         grouped(Net::macs_as_written));
  return s + (Net::outputs_are_constant() ? "; the output is the same for every input\n" : "\n");
}
/// The layers whose sums can leave their accumulator, a line each; empty where none can.
template <class Net>
std::string overflowing_layers() {
  std::string s;
  for (int n = 0; n < Net::layer_count; ++n) {
    if (Net::layer_sum_bits(n) <= Net::layer_sum_capacity(n)) continue;
    const interval sums = Net::layer_sums(n);
    s += fmt::format("{}: the sums are {} .. {} and need {} bits, there are {}\n",
                     Net::layer(n).c_str(), sums.low, sums.high, Net::layer_sum_bits(n),
                     Net::layer_sum_capacity(n));
  }
  return s;
}

/// The most bytes that are live while layer n runs; of a layer that runs by rows, in any of its
/// steps.
template <class Net>
int live_in_layer(int n) {
  const auto& m = Net::placed::memory;
  int most = 0, time = 1;
  for (int s = 0; s < m.step_count; ++s) {
    for (const int end = time + std::max(m.steps[s].rows, 1); time < end; ++time) {
      if (m.steps[s].node == n) most = std::max(most, plan::live_bytes(m.used(), time));
    }
  }
  return most;
}

/// One line a layer: shape, format, layout, kernel, bits of its sums, MACs, constants, bytes live
/// while it runs; behind them the instructions that each layer executed, where they are given
/// (instructions_of).
template <class Net>
std::string layer_table(const std::vector<long long>& instructions = {}) {
  using placed = typename Net::placed;
  std::size_t width = 14;
  for (int n = 0; n < Net::layer_count; ++n) {
    width = std::max(width, short_name<Net>(n, 31).size());
  }
  long long executed = 0;
  const auto counted = [&](int n) {
    if (instructions.empty()) return std::string("\n");
    executed += instructions[static_cast<std::size_t>(n)];
    return fmt::format(" {:>12}\n", instructions[static_cast<std::size_t>(n)]);
  };
  std::string s =
      fmt::format("{:<{}} {:<24} {:<10} {:<25} {:<4} {:<30} {:>9} {:>5} {:>9} {:>8} {:>8}", "layer",
                  width, "operator", "shape", "format", "lay.", "kernel", "channels", "sums",
                  "MACs", "constants", "live RAM");
  s += instructions.empty() ? "\n" : " instructions\n";
  for_each_index<Net::layer_count>([&]<int N>() {
    const node& at = Net::graph.nodes[N];
    const operand& y = Net::graph.values[at.outputs[0]].is;
    const int live = live_in_layer<Net>(N);
    s += fmt::format("{:<{}} {:<24} {:<10} {:<25} {:<4} {:<30} {:>9} {:>5} {:>9} {:>8} {:>8}",
                     short_name<Net>(N, 31), width, at.op->name + describe(at.act),
                     describe(y.shape), describe(y.number), y.layout->name,
                     placed::template kernel_at<N>::name, describe_channels<Net, N>(),
                     describe_sums<Net>(N), Net::layer_macs(N), placed::need.constants[N], live) +
         counted(N);
  });
  s += fmt::format("{:<{}} {:<24} {:<10} {:<25} {:<4} {:<30} {:>9} {:>5} {:>9} {:>8} {:>8}", "all",
                   width, "", "", "", "", "", "", "", Net::macs, Net::constant_bytes,
                   Net::ram_bytes);
  s += instructions.empty() ? "\n" : fmt::format(" {:>12}\n", executed);
  return s + describe_proof<Net>();
}

/// The buffers of value v: one, or one for each of its rows.
template <class Net>
int buffers_of_value(int v) {
  if constexpr (Net::runs_by_rows) {
    const auto& m = Net::placed::memory;
    if (m.apart[v]) return Net::graph.values[m.root[v]].is.shape.rows();
  }
  return 1;
}
/// Those of the scratch memory of layer n.
template <class Net>
int buffers_of_scratch(int n) {
  if constexpr (Net::runs_by_rows) {
    if (detail::runs_row_by_row(Net::placed::memory.how[n]))
      return Net::graph.values[Net::graph.nodes[n].outputs[0]].is.shape.rows();
  }
  return 1;
}
/// The first of the buffers that belong together with buffer b: rows of one value, or the scratch
/// memory of each row of a layer.
template <class Net>
int first_of_buffers(int b) {
  const auto& m = Net::placed::memory;
  const auto holds = [b](int first, int count) { return first <= b && b < first + count; };
  for (int v = 0; v < Net::placed::value_count; ++v) {
    if (m.buffer_of[v] >= 0 && holds(m.buffer_of[v], buffers_of_value<Net>(v)))
      return m.buffer_of[v];
  }
  for (int n = 0; n < Net::layer_count; ++n) {
    if (m.scratch_of[n] >= 0 && holds(m.scratch_of[n], buffers_of_scratch<Net>(n)))
      return m.scratch_of[n];
  }
  return b;
}

/// The layer whose constants are copied to buffer b of Net's plan (options::fetch); -1 if none.
template <class Net>
int layer_of_copy([[maybe_unused]] int b) {
  const auto& m = Net::placed::memory;
  if constexpr (requires { m.copy_of; }) {
    for (int n = 0; n < Net::layer_count; ++n) {
      if (m.copy_of[n] == b) return n;
    }
  }
  return -1;
}

/// The values that lie in buffer b of Net's plan, by name.
template <class Net>
std::string names_of_buffer(int b) {
  using placed = typename Net::placed;
  std::string names;
  b = first_of_buffers<Net>(b);
  for (int v = 0; v < placed::value_count; ++v) {
    if (placed::memory.buffer_of[v] != b) continue;
    const int producer = Net::graph.values[v].producer;
    const char* given = Net::graph.values[v].name;
    names += names.empty() ? "" : ", ";
    names += producer >= 0 ? short_name<Net>(producer, 31) : given[0] != '\0' ? given : "input";
  }
  for (int n = 0; n < Net::layer_count; ++n) {
    if (placed::memory.scratch_of[n] == b) names += "scratch of " + short_name<Net>(n, 31);
  }
  if (layer_of_copy<Net>(b) >= 0)
    names += "constants of " + short_name<Net>(layer_of_copy<Net>(b), 31);
  return names;
}

/// The same, shorter: the number of the layer that writes it, and its operator.
template <class Net>
std::string short_name_of_buffer(int b) {
  using placed = typename Net::placed;
  for (int v = 0; v < placed::value_count; ++v) {
    if (placed::memory.buffer_of[v] != b) continue;
    const int producer = Net::graph.values[v].producer;
    if (producer >= 0)
      return fmt::format("{} {}", producer + 1, Net::graph.nodes[producer].op->name);
    return Net::graph.values[v].lives == lifetime::always ? "state" : "input";
  }
  const int copied = layer_of_copy<Net>(b);
  return copied >= 0 ? fmt::format("{} constants", copied + 1) : "";
}
/// Whether buffer b of Net's plan is scratch memory of a kernel.
template <class Net>
bool is_scratch(int b) {
  b = first_of_buffers<Net>(b);
  for (int n = 0; n < Net::layer_count; ++n) {
    if (Net::placed::memory.scratch_of[n] == b) return true;
  }
  return false;
}
/// What is known of the size of the memory plan of Net: that it is the least for its schedule, or
/// for what lies in each of its regions, and what proves it; or how many bytes every plan takes.
template <class Net>
std::string describe_plan_size() {
  const auto& placed = Net::placed::memory.placed;
  const char* const what =
      Net::placed::regions.are_chosen ? "what lies in each region" : "this schedule";
  switch (placed.proof()) {
    case plan::proof::bound:
      return fmt::format("proved to be the least for {} by its live bytes", what);
    case plan::proof::search: return fmt::format("proved to be the least for {} by search", what);
    case plan::proof::none: break;
  }
  return fmt::format("not proved to be the least, which is {} or more",
                     grouped(placed.lower_bound));
}

/// What lies in RAM in the step that needs the most: "values 1 200, scratch 80 in layer 3", and
/// copies of constants where they are fetched.
template <class Net>
std::string describe_peak() {
  const auto& m = Net::placed::memory;
  const int step = plan::peak_step(m.used());
  int values = 0, scratch = 0, constants = 0;
  for (int b = 0; b < m.buffer_count; ++b) {
    if (!plan::is_live(m.buffers[b], step)) continue;
    int& kind = is_scratch<Net>(b) ? scratch : layer_of_copy<Net>(b) >= 0 ? constants : values;
    kind += m.buffers[b].size;
  }
  std::string s = fmt::format("values {}, scratch {}", grouped(values), grouped(scratch));
  if constexpr (requires { m.copy_of; }) s += fmt::format(", constants {}", grouped(constants));
  s += fmt::format(" in {} {}", Net::runs_by_rows ? "step" : "layer", step);
  if constexpr (requires { m.under; }) s += ", what a layer shares with its input counted twice";
  return s;
}

/// The regions of Net, a line each: its bytes, of how many there are, and where it begins in an
/// arena of all; empty where there is one.
template <class Net>
std::string describe_regions() {
  const auto& regions = Net::placed::regions;
  std::string s;
  for (int r = 0; r < regions.count && regions.count > 1; ++r) {
    const long long most = regions.of[r].bytes;
    s += fmt::format("region {}: {} bytes", regions.of[r].name, grouped(regions.bytes[r]));
    if (most < most_of_tensor) s += fmt::format(" of {}", grouped(most));
    s += fmt::format(" from {}\n", grouped(regions.start[r]));
  }
  return s;
}

/// Bytes of the arena, whether they are proved to be the fewest, what lies there at the peak, and
/// its regions.
template <class Net>
std::string describe_arena() {
  return fmt::format("{} bytes, {}: {}\n", Net::ram_bytes, describe_plan_size<Net>(),
                     describe_peak<Net>()) +
         describe_regions<Net>();
}

/// Lifetimes against bytes: a column for each step, a line for each `height`-th of the arena, a
/// letter for each buffer, and what each letter is. Of networks in layers: host/row_report.hpp has
/// that of rows.
template <class Net>
requires(!Net::runs_by_rows)
std::string memory_picture(int height = 16) {
  using placed = typename Net::placed;
  constexpr int steps = Net::layer_count + 2, width = 5;
  const auto& m = placed::memory;
  const int bytes = maximum(Net::ram_bytes, 1), lines = minimum(height, bytes);
  auto letter = [](int b) { return static_cast<char>(b < 26 ? 'a' + b : 'A' + (b - 26) % 26); };
  std::string s = describe_arena<Net>();
  for (int line = lines - 1; line >= 0; --line) {
    const int low = static_cast<int>(static_cast<long long>(bytes) * line / lines);
    const int high = static_cast<int>(static_cast<long long>(bytes) * (line + 1) / lines);
    s += fmt::format("{:>7} |", low);
    for (int step = 0; step < steps; ++step) {
      char c = ' ';
      for (int b = 0; b < m.buffer_count; ++b) {
        const bool here = m.placed.offset[b] < high && m.placed.offset[b] + m.buffers[b].size > low;
        if (here && plan::is_live(m.buffers[b], step)) c = letter(b);
      }
      s += std::string(width, c);
    }
    s += "|\n";
  }
  s += fmt::format("{:>7}  ", "step");
  for (int step = 0; step < steps; ++step) {
    const std::string name = step == 0 ? "in" : step == steps - 1 ? "out" : fmt::format("{}", step);
    s += fmt::format("{:^{}}", name, width);
  }
  s += "\n";
  for (int b = 0; b < m.buffer_count; ++b) {
    s += fmt::format("  {} {:>7} bytes at {:>6}, steps {:>2}..{:<2} {}\n", letter(b),
                     m.buffers[b].size, m.placed.offset[b], m.buffers[b].first, m.buffers[b].last,
                     names_of_buffer<Net>(b));
  }
  return s;
}

}  // namespace host
}  // namespace ETCH_NAMESPACE
