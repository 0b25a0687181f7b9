// The include rule of src/: a layer includes only itself and what stands above it; xtensor and
// Emscripten have one place each. It reads the #include lines as text, not what they expand to.
#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace fs = std::filesystem;

namespace {

// From the top; a layer may include those before it and itself.
constexpr std::array<std::string_view, 4> kLayers{"tensor", "attention", "check", "bindings"};

std::optional<std::size_t> layer_of(std::string_view path) {
  const auto* const found =
      std::find(kLayers.begin(), kLayers.end(), path.substr(0, path.find('/')));
  if (found == kLayers.end()) return std::nullopt;
  return static_cast<std::size_t>(found - kLayers.begin());
}

// What stands between the brackets or quotes of an #include line; "" for every other line.
std::string included(std::string_view line) {
  const auto skip_spaces = [&line] {
    line.remove_prefix(std::min(line.find_first_not_of(" \t"), line.size()));
  };
  skip_spaces();
  if (!line.starts_with('#')) return "";
  line.remove_prefix(1);
  skip_spaces();
  constexpr std::string_view kInclude = "include";
  if (!line.starts_with(kInclude)) return "";
  line.remove_prefix(kInclude.size());
  skip_spaces();
  const std::size_t end = line.find_first_of(">\"", 1);
  if (end == std::string_view::npos) return std::string(line);
  return std::string(line.substr(1, end - 1));
}

// Why `file` (relative to src/) may not include `header`; "" if it may.
std::string objection(const std::string& file, const std::string& header) {
  const std::string what = file + " includes " + header + ": ";
  const std::optional<std::size_t> layer = layer_of(file);
  if (!layer) return file + " is in no layer";
  if (header.starts_with("xtensor") || header.starts_with("xtl/")) {
    return file == "tensor/xt.h" ? "" : what + "only tensor/xt.h includes xtensor";
  }
  if (header.starts_with("emscripten")) {
    return kLayers[*layer] == "bindings" ? "" : what + "only bindings/ includes Emscripten";
  }
  if (header.starts_with(".")) return what + "headers are named from src/";
  const std::optional<std::size_t> other = layer_of(header);
  if (other && *other > *layer) return what + "that layer stands below";
  return "";
}

std::vector<std::string> objections_in(const fs::path& root, std::size_t& includes) {
  std::vector<std::string> found;
  for (const fs::directory_entry& entry : fs::recursive_directory_iterator(root)) {
    const fs::path extension = entry.path().extension();
    if (extension != ".h" && extension != ".cpp") continue;
    const std::string file = entry.path().lexically_relative(root).generic_string();
    std::ifstream text(entry.path());
    for (std::string line; std::getline(text, line);) {
      const std::string header = included(line);
      if (header.empty()) continue;
      ++includes;
      if (std::string why = objection(file, header); !why.empty()) found.push_back(std::move(why));
    }
  }
  return found;
}

}  // namespace

TEST_CASE("layers: what an include line names") {
  CHECK(included("#include \"tensor/tensor.h\"") == "tensor/tensor.h");
  CHECK(included("  #  include <vector>  // why") == "vector");
  CHECK(included("#define include") == "");
  CHECK(included("// #include <vector>") == "");
}

TEST_CASE("layers: the rule tells right from wrong") {
  CHECK(objection("check/trace.h", "tensor/tensor.h") == "");
  CHECK(objection("check/trace.h", "check/source.h") == "");
  CHECK(objection("check/trace.h", "vector") == "");
  CHECK(objection("tensor/xt.h", "xtensor/xarray.hpp") == "");
  CHECK(objection("bindings/embind.cpp", "emscripten/bind.h") == "");
  CHECK(objection("tensor/tensor.h", "check/trace.h") != "");
  CHECK(objection("attention/config.h", "bindings/json.h") != "");
  CHECK(objection("attention/reference.cpp", "xtensor/xarray.hpp") != "");
  CHECK(objection("check/trace.cpp", "emscripten/val.h") != "");
  CHECK(objection("check/trace.cpp", "../tensor/tensor.h") != "");
  CHECK(objection("helpers/strings.h", "vector") != "");
}

TEST_CASE("layers: every include in src/ keeps the rule") {
  std::size_t includes = 0;
  const std::vector<std::string> found = objections_in(MHA_SOURCE_DIR, includes);
  CHECK(includes > 50);  // so that an empty or misplaced folder cannot pass
  for (const std::string& why : found) FAIL_CHECK(why);
}

TEST_CASE("no two headers define a type or a constant of the same name") {
  // One namespace: a second definition would be merged with the first by the linker, silently.
  std::vector<std::pair<std::string, std::string>> defined;
  const fs::path root(MHA_SOURCE_DIR);
  for (const fs::directory_entry& entry : fs::recursive_directory_iterator(root)) {
    if (entry.path().extension() != ".h") continue;
    std::ifstream text(entry.path());
    for (std::string line; std::getline(text, line);) {
      for (const std::string_view keyword :
           {"struct ", "class ", "enum class ", "inline constexpr "}) {
        const bool constant = keyword == "inline constexpr ";
        if (!line.starts_with(keyword) || (!constant && line.ends_with(';'))) continue;
        std::string name = line.substr(keyword.size());
        if (constant) name = name.substr(std::min(name.find(" k") + 1, name.size()));
        if (name.starts_with("[[nodiscard]] ")) name = name.substr(14);
        name = name.substr(0, name.find_first_of(" :{;="));
        for (const auto& [known, where] : defined) {
          const std::string& file = where;
          INFO(entry.path().string() << " and " << file);
          CHECK(known != name);
        }
        defined.emplace_back(name, entry.path().string());
      }
    }
  }
  CHECK(defined.size() > 30);
}
