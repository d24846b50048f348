// `./dev search` on the digits: what it finds, here and for Cortex-M4, after it was ended and on a
// cluster, and what it refuses.
// LONG CASES: digits dask
#include <filesystem>
#include <string>

#include "../support/dev_command.hpp"

namespace {

const support::dev_command search(DEV, "search", SEARCH_FOLDER);

void refuses(const std::string& words, const std::string& sentence) {
  search.refuses(words, sentence);
}

/// Writes the arrays of so many digits; false where there are none.
bool write_digits() {
  const support::digit_arrays digits = support::read_digits(DIGITS_CSV, 160);
  if (digits.count == 0) {
    WARN("skipped: there is no " << DIGITS_CSV << "; the build of examples fetches it");
    return false;
  }
  const std::string count = std::to_string(digits.count);
  search.write_npy("digits_x.npy", "<f4", count + ", 8, 8, 1", digits.x);
  search.write_npy("digits_y.npy", "|u1", count, digits.y);
  return true;
}
const std::string digits_words =
    "digits --data #digits_x.npy --labels #digits_y.npy --choose 100 --low 'fixed<8>' "
    "--high 'fixed<16>' --ram 2KiB --ram 3KiB --limits 1 --out #digits";

/// What a search has written.
std::string results() {
  std::string all;
  for (const char* const file :
       {"digits.txt", "digits.csv", "formats.hpp", "digits.hpp", "digits_layers.hpp"}) {
    const std::string text = support::read(search.folder() + "/digits/" + file);
    CHECK(text.size() > 200);
    all += text;
  }
  CHECK(all.find(search.folder()) == std::string::npos);
  return all;
}

}  // namespace

TEST_CASE("search: what it refuses") {
  using support::bytes_of;
  using support::pictures;
  search.write_npy("x.npy", "<f4", "2, 8, 8, 1", pictures(2));
  search.write_npy("one.npy", "<f4", "1, 8, 8, 1", pictures(1));
  search.write_npy("none.npy", "<f4", "0, 8, 8, 1", "");
  search.write_npy("flat.npy", "<f4", "2, 64", pictures(2));
  std::string broken = pictures(2);
  broken.replace(4 * 67, 4, bytes_of(__builtin_nanf("")));
  search.write_npy("nan.npy", "<f4", "2, 8, 8, 1", broken);
  search.write_npy("y3.npy", "|u1", "3", "\3\4\5");
  search.write_npy("y10.npy", "|u1", "2", "\3\n");
  refuses("", "dev: search needs a .tflite or .onnx file, or an example");
  refuses("digits --ram 3KiB --out #o", "dev: search needs --data <x.npy>");
  refuses("digits --data #x.npy --out #o", "dev: search needs --ram <bytes>, e.g. 3KiB");
  refuses("digits --data #x.npy --ram 3KiB", "dev: search needs --out <folder>");
  refuses("digits --data #x.npy --ram 3kB --out #o",
          "--ram takes bytes or KiB, as 3KiB, not '3kB'");
  refuses("digits --data #x.npy --ram 1 --soft 1.5 --out #o",
          "--soft takes a share of the RAM up to 1, as 0.9, not '1.5'");
  refuses("digits --data #x.npy --ram 1 --method best --out #o",
          "no method 'best'; there are: haunter, ours");
  refuses("digits --data #x.npy --ram 1 --overflow never --out #o",
          "sums overflow by no rule 'never'; there are: refused, wraps, saturates");
  refuses("digits --data #x.npy --ram 1 --seed x --out #o", "--seed takes a number, not 'x'");
  refuses("letters --data #x.npy --ram 1 --out #o",
          "'letters' is neither a .tflite or .onnx file nor an example");
  const std::string digits = "digits --ram 3KiB --out #o ";
  refuses(digits + "--data #absent.npy", "absent.npy: cannot be read");
  refuses(digits + "--data #one.npy", "one.npy: holds 1 case; one to choose by and one to report");
  refuses(digits + "--data #none.npy", "none.npy: offset 61: the array is empty");
  refuses(digits + "--data #flat.npy",
          "flat.npy: the shape is (2, 64), the network's input needs (cases, 8, 8, 1)");
  refuses(digits + "--data #nan.npy",
          "nan.npy: offset 396: element 67, in case 1, is no finite number");
  refuses(digits + "--data #x.npy --labels #y3.npy", "y3.npy: holds 3 labels, the data 2 cases");
  refuses(digits + "--data #x.npy --labels #y10.npy",
          "y10.npy: offset 129: element 1 is 10.000000, no class of 0 to 9");
  refuses(digits + "--data #x.npy --choose 2",
          "--choose 2: there are 2 cases; at least one to choose by and one to report on");
  refuses(digits + "--data #x.npy --low 'posit<9,*>'", "no format 'posit<9,0>'");
  refuses(digits + "--data #x.npy --low int8 --high 'fixed<16>'",
          "formats 'int8' and 'fixed<16>' are not searched together");
  refuses(digits + "--data #x.npy --low 'fixed<1>'", "no format 'fixed<1>'");
  refuses(digits + "--data #x.npy --low 'fixed<8>' --high bf16",
          "formats 'fixed<8>' and 'bf16' cannot be multiplied with one another");
  refuses(digits + "--data #x.npy --low 'posit<8,*>'",
          "formats of two widths are needed, as posit<8,*> and posit<16,*>");
  refuses(digits + "--data #x.npy --limits five", "--limits takes a number, not 'five'");
  refuses("results", "results needs names of networks; there are: digits, ds_cnn_digits, fastgrnn");
  refuses("results letters", "no network 'letters'; there are: digits");
  refuses("check", "check needs names of networks; there are: digits, ds_cnn_digits, fastgrnn_dig");
  refuses("check letters", "no network 'letters'; there are: digits");
  refuses("digits --data #x.npy --check some --out #o", "--check takes a number, not 'some'");
  // a header with arrays beside it, in the folder of other examples
  refuses("ds_cnn_digits --ram 3KiB --out #o --data #flat.npy",
          "flat.npy: the shape is (2, 64), the network's input needs (cases, 8, 8, 1)");
}

TEST_CASE("search: digits, ended and resumed, a limit that is too low", "[apart:digits]") {
  if (!write_digits()) return;
  const bool on_target = std::string(WITH_TARGET) == "1";
  const support::outcome first =
      search.run(digits_words + (on_target ? " --target cortex-m4" : ""));
  INFO(first.said);
  REQUIRE(first.ok);
  for (const char* const word :
       {"100 cases to choose by, 60 to report on", "conv2d_2_weights", "RAM at most 2048",
        "RAM at most 3072", "RAM at most 2752", "haunter", "by accuracy alone", "by size alone",
        "shiftry", "ours", "loss against RAM", "loss against constants",
        "compiled for host-gcc: the outputs that the search saw"}) {
    CHECK_THAT(first.said, Catch::Contains(word));
  }
  if (on_target) {
    CHECK_THAT(first.said, Catch::Contains("compiled for cortex-m4: the outputs that the search"));
  }
  const std::string all = results();
  CHECK_THAT(all, Catch::Contains("using conv2d_1_weights = etch::q<"));
  for (const char* const word : {"\n3072,ours,3072,", ",choose,100,", ",report,60,"}) {
    CHECK_THAT(all, Catch::Contains(word));
  }

  // what is left of the journal when a search is killed: some lines, and half of one
  const std::string journal = search.folder() + "/digits/digits.jsonl";
  const auto size = std::filesystem::file_size(journal);
  std::filesystem::resize_file(journal, size / 2);
  std::filesystem::remove(search.folder() + "/digits/formats.hpp");
  const support::outcome resumed = search.run(digits_words + " --resume");
  INFO(resumed.said);
  REQUIRE(resumed.ok);
  CHECK(results() == all);
  CHECK(std::filesystem::file_size(journal) < size + 200);
  refuses(digits_words + " --resume --overflow wraps",
          "digits.jsonl: is of another network, other data or other options");
  refuses(digits_words + " --ram 100",
          "search: --ram 100: no choice of formats fits; the least takes 1536 bytes");

  // drawn by chance, compiled: nothing of the worker is compiled again
  const support::outcome checked =
      search.run(digits_words + " --check 2" + (on_target ? " --target cortex-m4" : ""));
  INFO(checked.said);
  CHECK(checked.ok);
  CHECK_THAT(checked.said, Catch::Contains("2 of 2 configurations: the outputs, RAM and"));
  CHECK_THAT(checked.said, Catch::Contains("fixed<8>"));
  refuses(
      digits_words + " --limits 100000",
      "search: --limits 100000: all in fixed<8> takes 2432 bytes of RAM, all in fixed<16> 3072;");

  // affine integers, some of them packed
  const support::outcome affine = search.run(
      "digits --data #digits_x.npy --labels #digits_y.npy --choose 100 --low int4 --high int16 "
      "--check 2 --out #affine" +
      std::string(on_target ? " --target cortex-m4" : ""));
  INFO(affine.said);
  CHECK(affine.ok);
  CHECK_THAT(affine.said, Catch::Contains("2 of 2 configurations: the outputs, RAM and"));
  CHECK_THAT(affine.said, Catch::Contains("int4"));

  // weights keep their fraction bits: sums that could leave 32 bits have 64
  const support::outcome wide = search.run(
      "digits --data #digits_x.npy --labels #digits_y.npy --choose 100 --low 'fixed<8>' "
      "--high 'fixed<16>' --overflow saturates --check 2 --out #wide" +
      std::string(on_target ? " --target cortex-m4" : ""));
  INFO(wide.said);
  CHECK(wide.ok);
  CHECK_THAT(wide.said, Catch::Contains("2 of 2 configurations: the outputs, RAM and"));
  CHECK_THAT(support::read(search.folder() + "/wide/digits_layers.hpp"),
             Catch::Contains("_weights, etch::bias64>"));
}

TEST_CASE("search: on a cluster of two processes, one of which is killed", "[apart:dask]") {
  const std::string python = std::string("${ETCH_PYTHON:-python3}");
  if (std::system((python + " -c 'import distributed' 2>/dev/null").c_str()) != 0) {
    WARN("skipped: there is no distributed of PyPI for python3, nor for ETCH_PYTHON");
    return;
  }
  if (!write_digits()) return;
  const support::outcome alone = search.run(digits_words);
  INFO(alone.said);
  REQUIRE(alone.ok);
  const std::string all = results();
  const support::outcome together = search.run(
      digits_words, python + " '" CLUSTER "' " + search.folder() + "/digits/digits.jsonl ");
  INFO(together.said);
  REQUIRE(together.ok);
  CHECK_THAT(together.said, Catch::Contains("killed one of 2 workers"));
  CHECK(results() == all);
  refuses(digits_words + " --scheduler tcp://127.0.0.1:1",
          "dev: search: no Dask scheduler answers at tcp://127.0.0.1:1");
}
