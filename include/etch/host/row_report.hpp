// What a network that runs by rows keeps where and when, as text for people.
#pragma once

#include <etch/host/report.hpp>
#include <etch/host/row_search.hpp>

namespace ETCH_NAMESPACE {
namespace host {

/// What has memory in a network that runs by rows: a value, the scratch memory of a layer, or a
/// copy of its constants.
struct row_lane {
  int first = 0;  ///< its first buffer
  int count = 1;  ///< buffers: rows that have a place of their own
  bool is_scratch = false;
};

/// All of Net, values first.
template <class Net>
std::vector<row_lane> row_lanes() {
  const auto& m = Net::placed::memory;
  std::vector<row_lane> lanes;
  const auto add = [&](int first, int count, bool is_scratch) {
    for (const row_lane& lane : lanes) {
      if (lane.first == first) return;  // written over another value
    }
    lanes.push_back({first, count, is_scratch});
  };
  for (int v = 0; v < Net::placed::value_count; ++v) {
    if (m.root[v] == v) add(m.buffer_of[v], buffers_of_value<Net>(v), false);
  }
  for (int n = 0; n < Net::layer_count; ++n) {
    if (m.scratch_of[n] >= 0) add(m.scratch_of[n], buffers_of_scratch<Net>(n), true);
    if constexpr (requires { m.copy_of; }) {
      if (m.copy_of[n] >= 0) add(m.copy_of[n], 1, false);
    }
  }
  return lanes;
}

/// How many buffers of a lane are live in a step.
template <class Net>
int live_buffers(const row_lane& lane, int step) {
  const auto& m = Net::placed::memory;
  int live = 0;
  for (int b = lane.first; b < lane.first + lane.count; ++b)
    live += m.buffers[b].size > 0 && plan::is_live(m.buffers[b], step) ? 1 : 0;
  return live;
}
/// The most that are live in any of the steps first .. last.
template <class Net>
int most_live_buffers(const row_lane& lane, int first, int last) {
  int most = 0;
  for (int step = first; step <= last; ++step) most = std::max(most, live_buffers<Net>(lane, step));
  return most;
}
/// Bytes of the largest buffer of a lane: a row that is never made has none.
template <class Net>
int bytes_of_buffer(const row_lane& lane) {
  int most = 0;
  for (int b = lane.first; b < lane.first + lane.count; ++b)
    most = std::max(most, Net::placed::memory.buffers[b].size);
  return most;
}

/// Rows over steps: a line for each lane with the rows that are live, 1 to 9 or + for more, and
/// what they are; a column is the fullest of its steps. Under them the live bytes in tenths of the
/// arena, and the peak.
template <class Net>
std::string row_picture(const std::vector<row_lane>& lanes, int most_columns = 80) {
  const auto& m = Net::placed::memory;
  const int steps = m.end + 1, of_column = (steps + most_columns - 1) / most_columns;
  const int columns = (steps + of_column - 1) / of_column, peak = plan::peak_step(m.used());
  const auto line = [&](auto character) {
    std::string s = "  |";
    for (int c = 0; c < columns; ++c)
      s += character(c * of_column, std::min((c + 1) * of_column, steps) - 1);
    return s + "| ";
  };
  std::string s =
      fmt::format("live rows, {} steps a column, from the input to the output\n", of_column);
  for (const row_lane& lane : lanes) {
    s += line([&](int first, int last) {
      const int live = most_live_buffers<Net>(lane, first, last);
      return live == 0 ? ' ' : live > 9 ? '+' : static_cast<char>('0' + live);
    });
    s += names_of_buffer<Net>(lane.first) + "\n";
  }
  s += line([&](int first, int last) {
    int most = 0;
    for (int step = first; step <= last; ++step)
      most = std::max(most, plan::live_bytes(m.used(), step));
    const long long tenths = 10LL * most / std::max(Net::ram_bytes, 1);
    return tenths > 9 ? '#' : static_cast<char>('0' + tenths);
  });
  s += "live bytes in tenths of the arena\n";
  return s + line([&](int first, int last) { return first <= peak && peak <= last ? '^' : ' '; }) +
         "peak\n";
}

/// What is live in the step that needs the most, a line each.
template <class Net>
std::string describe_peak_rows(const std::vector<row_lane>& lanes) {
  const auto& m = Net::placed::memory;
  const int peak = plan::peak_step(m.used());
  std::string s = fmt::format("in step {} of {}, in layer {}, live are\n", peak, m.end - 1,
                              short_name<Net>(Net::peak_layer, 31));
  for (const row_lane& lane : lanes) {
    const int live = live_buffers<Net>(lane, peak);
    if (live == 0) continue;
    s += fmt::format("  {:>8} bytes: {}{}\n", live * bytes_of_buffer<Net>(lane),
                     lane.count > 1 && !lane.is_scratch
                         ? fmt::format("{} {} of ", live, live == 1 ? "row" : "rows")
                         : "",
                     names_of_buffer<Net>(lane.first));
  }
  return s;
}

/// Of a network that runs by rows: each value with its rows, bytes of one and how many live at a
/// time, then rows over steps, and what lives at the peak.
template <class Net>
requires(Net::runs_by_rows)
std::string memory_picture(int = 16) {
  const auto& m = Net::placed::memory;
  const std::vector<row_lane> lanes = row_lanes<Net>();
  std::string s = describe_arena<Net>();
  s += fmt::format("{:>6} {:>8} {:>8}  {}\n", "rows", "bytes", "at once", "value");
  for (const row_lane& lane : lanes) {
    s += fmt::format("{:>6} {:>8} {:>8}  {}\n",
                     lane.count > 1 ? fmt::format("{}", lane.count) : "whole",
                     bytes_of_buffer<Net>(lane), most_live_buffers<Net>(lane, 0, m.end),
                     names_of_buffer<Net>(lane.first));
  }
  s += fmt::format(
      "{} steps in {} lines of the schedule, {} bytes of flash; {} bytes of counters\n\n",
      m.end - 1, m.step_count, detail::progress_of<typename Net::placed>::constant_bytes,
      sizeof(typename Net::progress));
  return s + row_picture<Net>(lanes) + "\n" + describe_peak_rows<Net>(lanes);
}

/// The ways to run Net of which none is better in both bytes and instructions, a line each: those
/// of the arena, a model of the instructions (row_search), and which values are whole. With its
/// input in rows where it can arrive so.
template <class Net>
std::string describe_ways() {
  std::string s =
      "bytes against instructions, these modelled: 10 a product of generic kernels, 1.5 of"
      " others, 100 a step\n";
  const auto node = [](int n) { return short_name<Net>(n, 31); };
  for (const bool in_rows : {false, true}) {
    if (in_rows && !row_search<Net>::input_can_arrive) continue;
    const row_search<Net> search(in_rows);
    s += in_rows ? "with the input in rows\n" : "with the input whole\n";
    const long long cost = search.cost_of_layers();
    for (const row_way& way : search.best_ways()) {
      if (!Net::runs_by_rows && way.cost >= cost && way.bytes >= Net::ram_bytes) continue;
      s += fmt::format("{:>9} {:>12}  rows up to layer {}", grouped(way.bytes), grouped(way.cost),
                       way.choice.tail);
      for (const int cut : {way.choice.cut, way.choice.second_cut})
        s += cut < 0 ? "" : fmt::format(", {} complete first", node(cut));
      s += way.choice.side_by_side ? ", outputs side by side" : "";
      s += "\n";
    }
    if (!in_rows && !Net::runs_by_rows)
      s += fmt::format("{:>9} {:>12}  layer after layer\n", grouped(Net::ram_bytes), grouped(cost));
  }
  return s;
}

}  // namespace host
}  // namespace ETCH_NAMESPACE
