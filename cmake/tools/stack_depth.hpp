// The deepest chain of calls in a linked image. Who calls whom is read from the disassembly, which
// has library code and tail calls too; so are frames, where the compiler does not tell more.
#pragma once

#include <cstdio>
#include <fstream>
#include <map>
#include <optional>
#include <regex>
#include <set>
#include <stdexcept>
#include <string>
#include <vector>

#include "image.hpp"

namespace budget {

struct function {
  std::string name;
  long bytes = 0;        // frame, with what a call pushes
  bool told = false;     // by the compiler
  std::string dynamic;   // why the frame has no bound; empty: it has one
  std::string indirect;  // an instruction that calls an address in a register; empty: none
  std::set<unsigned long> calls, jumps;  // jumps out of the function are tail calls
};

struct call_graph {
  std::map<unsigned long, function> at;  // by address
  std::map<std::string, unsigned long> address_of;
};

struct frame {
  std::string function;
  long bytes;
};

struct chain {
  long bytes = 0;
  int told = 0;
  std::vector<frame> frames;
  std::string unbounded;  // why there is no bound; empty: there is one
};

namespace detail {

// Registers in a list as objdump writes it: {r4, r5, r6, lr} or {d8-d15}.
inline long registers_in(const std::string& list) {
  static const std::regex form("([a-z]+)([0-9]*)(-[a-z]+([0-9]+))?");
  long count = 0;
  for (std::sregex_iterator i(list.begin(), list.end(), form), end; i != end; ++i) {
    count += (*i)[4].matched ? std::stol((*i)[4]) - std::stol((*i)[2]) + 1 : 1;
  }
  return count;
}

// Bytes that one instruction takes from the stack; no value: as many as a register says.
inline std::optional<long> taken_by(const std::string& op, const std::string& args, bool x86) {
  std::smatch m;
  static const std::regex list("\\{(.*)\\}"), amount("(?:sp|sp, sp), #([0-9]+)(, lsl #12)?"),
      before("\\[sp, #-([0-9]+)\\]!"), x86_amount("\\$0x([0-9a-f]+),%rsp");
  if (x86) {
    if (op.rfind("push", 0) == 0) return 8;
    const bool down = op.rfind("sub", 0) == 0, up = op.rfind("add", 0) == 0;
    if ((!down && !up) || args.find(",%rsp") == std::string::npos) return 0;
    if (!std::regex_match(args, m, x86_amount)) return std::nullopt;
    // 128 bytes are taken by adding -128, which is a byte shorter.
    const long bytes = static_cast<long>(std::stoul(m[1], nullptr, 16));
    return std::max(0L, down ? bytes : -bytes);
  }
  const bool down = op == "push" || op == "push.w" ||
                    ((op == "stmdb" || op == "stmdb.w") && args.rfind("sp!", 0) == 0);
  if (down && std::regex_search(args, m, list)) return 4 * registers_in(m[1]);
  if ((op == "vpush" || op == "fstmdbx") && std::regex_search(args, m, list)) {
    return (args[1] == 's' ? 4 : 8) * registers_in(m[1]);
  }
  if (op.rfind("str", 0) == 0 || op.rfind("stp", 0) == 0 || op.rfind("vstr", 0) == 0) {
    return std::regex_search(args, m, before) ? std::stol(m[1]) : 0;
  }
  if (op.rfind("sub", 0) == 0 && (args.rfind("sp,", 0) == 0)) {
    if (!std::regex_search(args, m, amount)) return std::nullopt;
    return std::stol(m[1]) * (m[2].matched ? 4096 : 1);
  }
  if (op.rfind("add", 0) == 0 && std::regex_match(args, std::regex("sp, r[0-9]+"))) {
    return std::nullopt;  // Thumb-1 adds a negative number
  }
  return 0;
}

inline bool is_call(const std::string& op) {
  return op == "bl" || op == "blx" || op == "call" || op == "callq";
}
inline bool is_jump(const std::string& op) {
  static const std::regex form(
      "b|b[a-z]{2}|b(\\.|[a-z]{2}\\.)[nw]|b\\.[a-z]{2}|cbn?z|tbn?z|j[a-z]+");
  return std::regex_match(op, form) && op != "bx" && op != "br";
}
// A call to an address in a register. Returns and the jumps of a switch do not count; on Thumb-1 a
// function may return by pop {rN}, bx rN, so that bx rN counts only from ip.
inline bool is_indirect(const std::string& op, const std::string& args) {
  if (op == "blx") return args[0] == 'r' || args == "ip" || args == "lr";
  if (op == "bx") return args == "ip";
  if (op == "blr") return true;
  if (op == "br") return args == "x16" || args == "x17";
  return (op == "call" || op == "callq") && args.find('*') != std::string::npos;
}

// What the compiler told about an object's functions, from file.ci (g++) or file.su (clang).
inline void read_told(const std::string& object, std::map<std::string, function>& told) {
  const std::string base = object.substr(0, object.rfind('.'));
  static const std::regex ci(R"x(title: "(?:[^"]*:)?([^":]+)".*\\n([0-9]+) bytes \(([^)]*)\))x"),
      su("[^\t]*:([^:\t]+)\t([0-9]+)\t(.*)");
  for (const auto& [ending, form] : {std::pair{".ci", &ci}, std::pair{".su", &su}}) {
    std::ifstream in(base + ending);
    for (std::string line; std::getline(in, line);) {
      std::smatch m;
      if (!std::regex_search(line, m, *form)) continue;
      function& f = told[m[1]];
      f.told = true;
      f.bytes = std::max(f.bytes, std::stol(m[2]));
      if (m[3] == "dynamic") f.dynamic = "its frame depends on a value";
    }
  }
}

inline void read_instruction(const image& i, const std::string& op, const std::string& args,
                             function& f) {
  const auto taken = taken_by(op, args, i.is_x86);
  if (!taken) f.dynamic = "its frame is set by '" + op + " " + args + "'";
  else f.bytes += *taken;
  if (is_indirect(op, args)) {
    f.indirect = op + " " + args;
  } else if (is_call(op) || is_jump(op)) {
    static const std::regex target("(?:^|, )(?:0x)?([0-9a-f]+) <");
    std::smatch m;
    if (!std::regex_search(args, m, target)) return;
    (is_call(op) ? f.calls : f.jumps).insert(std::stoul(m[1], nullptr, 16));
  }
}

}  // namespace detail

/// Every function of the image.
inline call_graph read_calls(const image& i, const std::string& objdump, const std::string& path,
                             const std::vector<std::string>& objects) {
  call_graph graph;
  for (const symbol& s : i.symbols) {
    if (s.is_function) graph.address_of[s.name] = s.address;
  }
  std::map<std::string, function> told;
  for (const std::string& object : objects) detail::read_told(object, told);

  std::FILE* const pipe =
      popen(("'" + objdump + "' -d --no-show-raw-insn '" + path + "'").c_str(), "r");
  if (pipe == nullptr) throw std::runtime_error("cannot run " + objdump);
  static const std::regex head("([0-9a-f]+) <(.*)>:\\s*"),
      code(" *[0-9a-f]+:\t([^\t\n]+)\t?([^\n;@]*).*\\s*");
  function* current = nullptr;
  std::vector<char> line(1 << 16);
  while (std::fgets(line.data(), static_cast<int>(line.size()), pipe) != nullptr) {
    std::cmatch m;
    if (std::regex_match(line.data(), m, head)) {
      current = &graph.at[std::stoul(m[1], nullptr, 16)];
      current->name = m[2];
    } else if (current != nullptr && std::regex_match(line.data(), m, code)) {
      std::string op = m[1], args = m[2];
      if (i.is_x86) {  // objdump parts them with blanks there
        const std::size_t blank = op.find(' ');
        args = blank == std::string::npos ? "" : op.substr(op.find_first_not_of(' ', blank));
        op = op.substr(0, blank);
      }
      args.erase(args.find_last_not_of(' ') + 1);
      detail::read_instruction(i, op, args, *current);
    }
  }
  if (pclose(pipe) != 0) throw std::runtime_error(objdump + " failed");

  for (auto& [address, f] : graph.at) {
    if (i.is_x86) f.bytes += 8;  // the return address
    const auto known = told.find(f.name);
    if (known == told.end()) continue;
    // A compiler leaves out assembly, and g++ what it pushes for a call's arguments.
    f.told = known->second.bytes >= f.bytes;
    f.bytes = std::max(f.bytes, known->second.bytes);
    if (f.told) f.dynamic = known->second.dynamic;
  }
  return graph;
}

/// The deepest chain of calls that begins with `from`, its own frame included.
inline chain deepest_chain(const call_graph& graph, const std::string& from) {
  const auto start = graph.address_of.find(from);
  if (start == graph.address_of.end()) throw std::runtime_error("no function " + from);
  std::map<unsigned long, chain> done;
  std::set<unsigned long> open;
  auto visit = [&](auto& self, unsigned long address) -> chain {
    const auto entry = graph.at.find(address);
    if (entry == graph.at.end()) return {};
    if (done.count(address) != 0) return done[address];
    const function& f = entry->second;
    if (!open.insert(address).second) {
      chain endless;
      endless.unbounded = readable(f.name) + " calls itself";
      return endless;
    }
    chain deepest;
    if (!f.dynamic.empty()) deepest.unbounded = readable(f.name) + ": " + f.dynamic;
    if (!f.indirect.empty()) {
      deepest.unbounded = readable(f.name) + " calls what a register says (" + f.indirect + ")";
    }
    std::set<unsigned long> next = f.calls;
    for (const unsigned long to : f.jumps) {
      if (to != address && graph.at.count(to) != 0) next.insert(to);
    }
    for (const unsigned long to : next) {
      const chain below = self(self, to);
      const std::string why = deepest.unbounded.empty() ? below.unbounded : deepest.unbounded;
      if (below.bytes > deepest.bytes) deepest = below;
      deepest.unbounded = why;
    }
    deepest.bytes += f.bytes;
    deepest.told += f.told ? 1 : 0;
    deepest.frames.insert(deepest.frames.begin(), {f.name, f.bytes});
    open.erase(address);
    return done[address] = deepest;
  };
  return visit(visit, start->second);
}

}  // namespace budget
