// The tools that make figures and tables of them, on files made here: what they print, and what
// they refuse.
#include <catch2/catch.hpp>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <string>

namespace {

const std::string folder = FIGURES_FOLDER;

std::string read(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}
void write(const std::string& name, const std::string& text) {
  std::ofstream(folder + "/" + name, std::ios::binary) << text;
}

struct outcome {
  bool ok;
  std::string printed, said;  // on standard output, on standard error
};

/// Runs a command in the folder of the test's files.
outcome run(const std::string& command) {
  const std::string redirected = "cd " + folder + " && " + command + " >out.txt 2>errors.txt";
  const bool ok = std::system(redirected.c_str()) == 0;
  return {ok, read(folder + "/out.txt"), read(folder + "/errors.txt")};
}
outcome results(const std::string& words) { return run(RESULTS_TOOL " " + words); }

void refuses(const outcome& o, const std::string& sentence) {
  CHECK_FALSE(o.ok);
  CHECK_THAT(o.said, Catch::Contains(sentence));
}

std::string figures(const std::string& model, int instructions, const std::string& digest) {
  const auto figure = [&](const std::string& name, const char* unit, const std::string& value) {
    return "{\"name\": \"" + model + "/" + name + "\", \"unit\": \"" + unit +
           "\", \"value\": " + value + "}";
  };
  return "[" + figure("instructions", "instructions", std::to_string(instructions)) + "," +
         figure("a/b;c/instructions", "instructions", "40") + "," + figure("seconds", "s", "1.5") +
         "," + figure("ram_bytes", "bytes", "64") + "," + figure(digest, "fnv-1a", "16710350") +
         "]";
}

const std::string peers_head = "model,layer,target,figure,value,unit,peer,source,commit,flags\n";
const std::string peer_lines =
    "tiny,all,m4,instructions,250,instructions,Other,other/repository,abc,-O2; measured elsewhere\n"
    "tiny,a/b;c,m4,instructions,20,instructions,Other,other/repository,abc,-O2; measured "
    "elsewhere\n"
    "tiny,all,m9,instructions,7,instructions,Other,other/repository,abc,-O2; measured elsewhere\n";

}  // namespace

TEST_CASE("results: ours beside those of others") {
  write("m4.json", figures("tiny", 100, "digest"));
  write("peers.csv", peers_head + peer_lines);
  const outcome o = results("others peers.csv m4=m4.json");
  REQUIRE(o.ok);
  CHECK_THAT(
      o.printed,
      Catch::Contains("| tiny/instructions | 100 | instructions | 250 | 2.50 | Other, -O2 |"));
  CHECK_THAT(o.printed,
             Catch::Contains("| tiny/a/b;c/instructions | 40 | instructions | 20 | 0.50 |"));
  CHECK_THAT(o.printed, Catch::Contains("| tiny/seconds | 1.5 | s |  |  |  |"));
  CHECK_THAT(o.printed, Catch::Contains("| tiny/digest | 00feface | fnv-1a |"));
}

TEST_CASE("results: a column for each preset") {
  write("m4.json", figures("tiny", 100, "digest"));
  write("m0.json", figures("huge", 300, "digest"));
  const outcome o = results("columns m4=m4.json m0=m0.json");
  REQUIRE(o.ok);
  CHECK_THAT(o.printed, Catch::Contains("| figure | unit | m4 | m0 |"));
  CHECK_THAT(o.printed, Catch::Contains("| tiny/instructions | instructions | 100 | - |"));
  CHECK_THAT(o.printed, Catch::Contains("| huge/instructions | instructions | - | 300 |"));
}

TEST_CASE("results: the page says whether outputs are identical, and fails where they must be") {
  write("peers.csv", peers_head + peer_lines);
  const std::string same = figures("tiny", 100, "digest");
  std::string other = same;
  other.replace(other.find("16710350"), 8, "16710351");
  write("m4.json", same);
  write("m0.json", same);
  outcome o = results("page peers.csv m4=m4.json m0=m0.json");
  CHECK(o.ok);
  CHECK_THAT(o.printed, Catch::Contains("| tiny | identical on 2 presets |"));
  CHECK_THAT(o.printed, Catch::Contains("| m0 | 100 | - | - | 64 | - | - | 00feface |"));
  CHECK_THAT(o.printed, Catch::Contains("| m4 | instructions | 100 | 250 | 2.50 | Other, -O2 |"));
  CHECK_THAT(o.printed, Catch::Contains("| m4 | a/b;c | 40 | 20 | 0.50 | Other, -O2 |"));
  CHECK_THAT(o.printed, Catch::Contains("| Other, -O2 | other/repository | abc |"));
  CHECK_THAT(o.printed, !Catch::Contains("m9"));

  write("m0.json", other);
  o = results("page peers.csv m4=m4.json m0=m0.json");
  CHECK_THAT(o.printed, Catch::Contains("| tiny | DIFFERENT on 2 presets |"));
  refuses(o, "outputs differ");

  for (const char* name : {"m4.json", "m0.json"}) {
    std::string floats = read(folder + "/" + name);
    write(name, floats.replace(floats.find("/digest"), 7, "/digest_of_floats"));
  }
  o = results("page peers.csv m4=m4.json m0=m0.json");
  CHECK(o.ok);
  CHECK_THAT(o.printed, Catch::Contains("| tiny | floats, bits differ on 2 presets |"));
}

TEST_CASE("results: what a KiB of RAM costs that is saved") {
  write("peers.csv", peers_head + peer_lines);
  const auto ram = [](const std::string& way, int bytes, int instructions) {
    const std::string name = "{\"name\": \"tiny" + way + "/";
    return name + R"(ram_bytes", "unit": "bytes", "value": )" + std::to_string(bytes) + "}," +
           name + R"(instructions", "unit": "instructions", "value": )" +
           std::to_string(instructions) + "}";
  };
  write("m4.json", "[" + ram("", 4096, 1000) + "," + ram("_within", 3072, 1100) + "," +
                       ram("_smallest", 1024, 1600) + "," + ram("_smallest_rows", 4096, 900) + "]");
  const outcome o = results("page peers.csv m4=m4.json");
  CHECK(o.ok);
  CHECK_THAT(o.printed,
             Catch::Contains("| tiny | m4 | 4096 | - | 3072; 1.10; 100 | 1024; 1.60; 200 | 4096; "
                             "0.90 |"));
}

TEST_CASE("results: what others need less of, the most first") {
  write("m4.json", figures("tiny", 300, "digest"));
  write("peers.csv", peers_head + peer_lines +
                         "tiny,all,m4,ram_bytes,16,bytes,Small,o,c,-Os; measured elsewhere\n"
                         "tiny,all,m4,ram_bytes,64,bytes,Equal,o,c,-Os; measured elsewhere\n");
  const outcome o = results("losses peers.csv m4=m4.json");
  REQUIRE(o.ok);
  const std::string head = "|---|---|---|---|---|---|\n";
  CHECK(o.printed.substr(o.printed.find(head) + head.size()) ==
        "| m4 | tiny/ram_bytes | 64 | 16 | 0.25 | Small, -Os |\n"
        "| m4 | tiny/a/b;c/instructions | 40 | 20 | 0.50 | Other, -O2 |\n"
        "| m4 | tiny/instructions | 300 | 250 | 0.83 | Other, -O2 |\n");
}

TEST_CASE("results: what others need less time for, the most first") {
  const auto time = [](const std::string& name, const std::string& value) {
    return "{\"name\": \"peers/" + name + "\", \"unit\": \"ratio\", \"value\": " + value + "}";
  };
  write("v3.json", "[" + time("tiny/ratio_fast", "1.25") + "," + time("tiny/etch_us", "9") + "," +
                       time("tiny/ratio_slow", "0.5") + "," + time("tiny/dense_1/ratio_one", "2") +
                       "," + time("even/ratio_fast", "1") + "]");
  const outcome o = results("slower v3=v3.json");
  REQUIRE(o.ok);
  const std::string head = "|---|---|---|---|\n";
  CHECK(o.printed.substr(o.printed.find(head) + head.size()) ==
        "| v3 | tiny/dense_1 | 0.50 | one |\n"
        "| v3 | tiny | 0.80 | fast |\n");
}

TEST_CASE("results: modelled cycles as a range, and a product") {
  const auto cycles = [](int least, int middle, int most, int flash = 0) {
    const auto figure = [](const std::string& name, int value) {
      return ",{\"name\": \"tiny/" + name +
             "\", \"unit\": \"-\", \"value\": " + std::to_string(value) + "}";
    };
    std::string all = figures("tiny", 100, "digest");
    all.pop_back();
    return all + figure("modelled_cycles", middle) + figure("modelled_cycles_least", least) +
           figure("modelled_cycles_most", most) +
           (flash == 0 ? "" : figure("modelled_cycles_flash", flash)) + figure("macs", 50) + "]";
  };
  write("peers.csv", peers_head);
  write("m3.json", cycles(110, 130, 150, 170));
  write("m0.json", cycles(200, 200, 200));
  write("host.json", figures("tiny", 100, "digest"));
  const outcome o = results("page peers.csv m3=m3.json m0=m0.json host=host.json");
  REQUIRE(o.ok);
  CHECK_THAT(o.printed, Catch::Contains("| m3 | 100 | 130 (110 to 150); flash 170 | -"));
  CHECK_THAT(o.printed, Catch::Contains("| m0 | 100 | 200 | -"));
  CHECK_THAT(o.printed, Catch::Contains("| host | 100 | - | -"));
  CHECK_THAT(o.printed, Catch::Contains("| modelled cycles a product | m3 | m0 |\n"));
  CHECK_THAT(o.printed, Catch::Contains("| tiny | 2.60 | 4.00 |\n"));
}

TEST_CASE("results: number formats of a model, a line for each figure of each") {
  const auto figure = [](const std::string& name, int value) {
    return "{\"name\": \"tiny/" + name +
           "\", \"unit\": \"-\", \"value\": " + std::to_string(value) + "}";
  };
  write("peers.csv", peers_head);
  write("m4.json", "[" + figure("f32/instructions", 300) + "," + figure("f32/ram_bytes", 64) + "," +
                       figure("f32/digest_of_floats", 1) + "," + figure("instructions", 7) + "," +
                       figure("conv/instructions", 5) + "," +
                       figure("posit<8,0>/constant_bytes", 9) + "," +
                       figure("posit<8,0>/ram_bytes", 16) + "]");
  write("m0.json", "[" + figure("f32/instructions", 500) + "]");
  const outcome o = results("page peers.csv m4=m4.json m0=m0.json");
  REQUIRE(o.ok);
  CHECK_THAT(o.printed, Catch::Contains("## Models in number formats\n\n"
                                        "| figure | unit | m4 | m0 |\n|---|---|---|---|\n"
                                        "| tiny/f32/instructions | - | 300 | 500 |\n"
                                        "| tiny/f32/ram_bytes | - | 64 | - |\n"
                                        "| tiny/posit<8,0>/constant_bytes | - | 9 | - |\n"
                                        "| tiny/posit<8,0>/ram_bytes | - | 16 | - |\n\n"));
  CHECK_THAT(o.printed, !Catch::Contains("## tiny/f32"));
}

TEST_CASE("results: bad input is refused with its place") {
  write("m4.json", figures("tiny", 100, "digest"));
  write("broken.json", "{\"name\": 1");
  write("peers.csv", peers_head + "tiny,all,m4\n");
  refuses(results(""), "usage");
  refuses(results("columns nothing"), "nothing: not <preset>=<file>");
  refuses(results("columns m4=absent.json"), "absent.json: cannot be read");
  refuses(results("columns m4=broken.json"), "broken.json: no figures");
  refuses(results("others absent.csv m4=m4.json"), "absent.csv: cannot be read");
  refuses(results("others peers.csv m4=m4.json"), "peers.csv:2: 3 columns, not 10");
  write("peers.csv", peers_head + "tiny,all,m4,instructions,2x,i,o,s,c,-O2; measured elsewhere\n");
  refuses(results("others peers.csv m4=m4.json"), "peers.csv:2: no number: '2x'");
  write("peers.csv", peers_head + "tiny,all,m4,instructions,2,i,o,s,c,-O2\n");
  refuses(results("others peers.csv m4=m4.json"), "peers.csv:2: '-O2' does not end in");
}

TEST_CASE("results: the figures of others are well-formed") {
  write("m4.json", "[]");
  const outcome o = results("page " PEERS " m4=m4.json");
  INFO(o.said);
  CHECK(o.ok);
}

TEST_CASE("compile_cost: processor time, memory and templates") {
  write("three.cpp",
        "template <int N> struct a { static constexpr int v = a<N - 1>::v; };\n"
        "template <> struct a<0> { static constexpr int v = 0; };\n"
        "int x = a<3>::v;\n");
  const std::string tool = COMPILE_COST_TOOL;
  const outcome plain = run(tool + " tiny f.json r " WITH_GCC " -c three.cpp -o three.o --");
  REQUIRE(plain.ok);
  const std::string text = read(folder + "/f.json");
  CHECK_THAT(text, Catch::Contains("tiny/seconds") && Catch::Contains("tiny/megabytes"));
  CHECK_THAT(text, !Catch::Contains("specialisations"));

  REQUIRE(run(tool + " tiny f.json r " WITH_GCC " -c three.cpp -o three.o -- -fmem-report").ok);
  CHECK_THAT(read(folder + "/f.json"), Catch::Contains("tiny/specialisations"));

  const std::string clang = WITH_CLANG;
  if (!clang.empty()) {
    REQUIRE(run(tool + " tiny f.json r " + clang +
                " -c three.cpp -o three.o -- -ftime-trace=r -ftime-trace-granularity=0")
                .ok);
    const std::string counted = read(folder + "/f.json");
    CHECK_THAT(counted.substr(counted.find("tiny/instantiations")),
               Catch::Contains("\"value\": 3"));
  }

  refuses(run(tool + " tiny f.json r"), "usage");
  refuses(run(tool + " tiny f.json r " WITH_GCC " -c absent.cpp -o three.o --"), "failed");
  refuses(run(tool + " tiny f.json r " WITH_GCC " -c three.cpp -o three.o -- -w"),
          "r: not what a compiler tells of templates");
}

TEST_CASE("join_figures: arrays become one, whatever the names") {
  const std::string command =
      CMAKE " -D FIGURES=a.json,b.json,c.json -D OUT=joined.json -P " SCRIPTS "/join_figures.cmake";
  write("a.json", figures("tiny", 1, "digest"));
  write("b.json", "[]\n");
  write("c.json", figures("huge", 2, "digest"));
  const outcome o = run(command);
  REQUIRE(o.ok);
  CHECK_THAT(o.said, Catch::Contains("10 figures in joined.json"));
  CHECK_THAT(read(folder + "/joined.json"), Catch::Contains("tiny/a/b;c/instructions"));
  write("b.json", "no array");
  CHECK_FALSE(run(command).ok);
}

TEST_CASE("size_figures: bytes of an object file at one level or at several") {
  write("unit.cpp",
        "long long zero[4]; extern const int many[8] = {1}; int f(int x) { return x; }\n");
  const auto of_levels = [](const std::string& levels) {
    return run(
        "cmake -D COMMAND='" WITH_GCC ";-fno-pic' -D SOURCE=unit.cpp -D MODEL=tiny -D LEVELS=" +
        levels + " -D FIGURES=size.json -D OBJDUMP=" OBJDUMP " -P " SCRIPTS "/size_figures.cmake");
  };
  REQUIRE(of_levels("O2,Os").ok);
  const std::string both = read(folder + "/size.json");
  CHECK_THAT(both, Catch::Contains("\"tiny/bss_bytes/O2\", \"unit\": \"bytes\", \"value\": 32}"));
  CHECK_THAT(both,
             Catch::Contains("\"tiny/rodata_bytes/Os\", \"unit\": \"bytes\", \"value\": 32}"));
  REQUIRE(of_levels("O2").ok);
  CHECK_THAT(read(folder + "/size.json"), Catch::Contains("\"tiny/code_bytes\""));
  CHECK_FALSE(of_levels("Onothing").ok);
}
