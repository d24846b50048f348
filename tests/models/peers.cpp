// Every row of docs/peers.csv that names a layer names one that the network of our figures has.
#include <ad.hpp>
#include <kws.hpp>
#include <resnet8.hpp>
#include <vww.hpp>

#include <catch2/catch.hpp>
#include <fstream>
#include <set>
#include <sstream>

#include "../support/folder.hpp"
#ifdef HAS_CIFAR10
#include <network.hpp>
#endif

namespace {

using names = std::set<std::string>;
template <class Net>
void add_layers(names& all, const std::string& model) {
  all.insert(model);
  for (int n = 0; n < Net::layer_count; ++n) all.insert(model + "/" + Net::layer(n).c_str());
}

}  // namespace

TEST_CASE("rows of others name layers that are here") {
  names all;
  add_layers<etch_models::ad>(all, "ad");
  add_layers<etch_models::kws>(all, "kws");
  add_layers<etch_models::resnet8>(all, "resnet8");
  add_layers<etch_models::vww>(all, "vww");
#ifdef HAS_CIFAR10
  add_layers<cifar10_q7::network>(all, "cifar10_q7");
#endif
  std::ifstream file(test::in_folder("peers.csv"));
  std::string line;
  REQUIRE(std::getline(file, line));
  REQUIRE(line.rfind("model,layer,", 0) == 0);
  int rows = 0;
  while (std::getline(file, line)) {
    std::istringstream words(line);
    std::string model, layer;
    std::getline(words, model, ',');
    std::getline(words, layer, ',');
    if (layer == "all" || all.count(model) == 0) continue;
    CAPTURE(line);
    CHECK(all.count(model + "/" + layer) == 1);
    ++rows;
  }
  CHECK(rows > 100);
}
