// Every exercise file is run: the starter is not correct, the solution is, each known wrong answer
// gets exactly its code, and no hint but the last gives the answer away.
#include <doctest/doctest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "check/check.h"
#include "check/codes.h"
#include "json.h"

using namespace mha;

namespace {

std::vector<TestJson> exercises() {
  std::vector<std::filesystem::path> paths;
  for (const auto& entry : std::filesystem::directory_iterator(MHA_EXERCISES_DIR)) {
    const auto& path = entry.path();
    if (path.extension() == ".json" && path.stem() != "schema") paths.push_back(path);
  }
  std::sort(paths.begin(), paths.end());
  std::vector<TestJson> result;
  for (const auto& path : paths) {
    std::ifstream file(path);
    const std::string text(std::istreambuf_iterator<char>(file), {});
    const TestJson json = parsed_json(text);
    INFO(path.string());
    REQUIRE_FALSE(json.is_discarded());
    result.push_back(json);
  }
  return result;
}

TestJson checked(const TestJson& exercise, const TestJson& answer) {
  TestJson request = {{"exercise", exercise["id"]},
                      {"ask", exercise["ask"]},
                      {"sizes", exercise["sizes"]},
                      {"answer", answer}};
  const TestJson result = parsed_json(checked_json(request.dump()));
  REQUIRE_FALSE(result.is_discarded());
  if (result.contains("failed")) FAIL(result["failed"].get<std::string>());
  return result;
}

// The code that an answer gets: of the first diagnosis, else of the error.
std::string code_of(const TestJson& result) {
  if (!result["diagnoses"].empty()) return result["diagnoses"][0]["code"].get<std::string>();
  if (result["error"].is_object()) return result["error"]["code"].get<std::string>();
  return "";
}

std::string without_blanks(const std::string& text) {
  std::string result;
  for (const char c : text) {
    if (c != ' ' && c != '`') result += c;
  }
  return result;
}

}  // namespace

TEST_CASE("there are exercises") { CHECK(exercises().size() >= 5); }

TEST_CASE("every starter fails and every solution passes") {
  for (const TestJson& exercise : exercises()) {
    CAPTURE(exercise["id"].get<std::string>());
    CHECK(checked(exercise, exercise["starter"])["verdict"] != "correct");
    const TestJson solved = checked(exercise, exercise["solution"]);
    CHECK(solved["verdict"] == "correct");
    CHECK(solved["diagnoses"].empty());
    CHECK(solved["error"].is_null());
  }
}

TEST_CASE("every known wrong answer gets exactly its code") {
  for (const TestJson& exercise : exercises()) {
    CAPTURE(exercise["id"].get<std::string>());
    CHECK(exercise["wrong"].size() >= 3);
    for (const TestJson& wrong : exercise["wrong"]) {
      CAPTURE(wrong["answer"].dump());
      const TestJson result = checked(exercise, wrong["answer"]);
      CHECK(result["verdict"] != "correct");
      CHECK(code_of(result) == wrong["code"].get<std::string>());
    }
  }
}

TEST_CASE("no hint but the last gives the answer away") {
  for (const TestJson& exercise : exercises()) {
    CAPTURE(exercise["id"].get<std::string>());
    const TestJson& hints = exercise["hints"];
    CHECK(hints.size() >= 3);
    std::vector<std::string> answers;
    const TestJson& solution = exercise["solution"];
    if (solution.is_string()) answers.push_back(solution.get<std::string>());
    for (const char* part : {"split", "merge"}) {
      if (solution.is_object()) answers.push_back(solution[part].get<std::string>());
    }
    for (std::size_t i = 0; i + 1 < hints.size(); ++i) {
      const std::string hint = without_blanks(hints[i].get<std::string>());
      for (const std::string& answer : answers) {
        CHECK(hint.find(without_blanks(answer)) == std::string::npos);
        // Nor the decisive call of it.
        const std::string call = without_blanks(
            answer.substr(answer.find('.') + 1, answer.find(')') - answer.find('.')));
        CHECK(hint.find(call) == std::string::npos);
      }
    }
  }
}

TEST_CASE("every code that can be given is in the list, once") {
  std::vector<std::string> seen;
  for (const Code& code : codes()) {
    CHECK(std::find(seen.begin(), seen.end(), code.code) == seen.end());
    seen.emplace_back(code.code);
    CHECK_FALSE(code.title.empty());
    CHECK(code.title.back() == '.');
    if (code.kind != Code::Kind::input) CHECK_FALSE(code.hint.empty());
  }
}
