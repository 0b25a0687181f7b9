// The native command line: judges one answer to one exercise and prints it for people or, with
// --json, as the page would get it. Exit status: 0 correct, 1 wrong, 2 an error in the text, 3 the
// lab failed.
#include <algorithm>
#include <fstream>
#include <iostream>
#include <iterator>
#include <optional>
#include <string>
#include <vector>

#include "check/check.h"
#include "check/request.h"
#include "check/source.h"

namespace mha {
namespace {

constexpr int kLabFailed = 3;

constexpr const char* kUsage = R"(usage: lab check --exercise ID ANSWER [--json]

Judges an answer to an exercise of the lab.
  --exercise ID   an exercise's id (split, merge …), or the path of an exercise file
  ANSWER          what the learner types; "-" reads it from standard input.
                  For exercises with several fields: a JSON array or object, as the page sends it.
  --json          print the whole result as one line of JSON

Exit status: 0 correct, 1 wrong, 2 an error in the text, 3 the lab failed.
)";

struct Options {
  std::string folder = MHA_EXERCISES_DIR;
  std::string exercise;
  std::optional<std::string> answer;
  bool json = false;
};

int failed(const std::string& sentence) {
  std::cerr << "lab check: " << sentence << "\n";
  return kLabFailed;
}

std::optional<std::string> read_file(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) return std::nullopt;
  return std::string(std::istreambuf_iterator<char>(file), {});
}

// An exercise's file, by id or by path.
std::optional<Json> read_exercise(const Options& options) {
  const bool path = options.exercise.find('/') != std::string::npos ||
                    options.exercise.find('.') != std::string::npos;
  const auto text =
      read_file(path ? options.exercise : options.folder + "/" + options.exercise + ".json");
  if (!text) return std::nullopt;
  auto json = parse_json(*text);
  if (!json || !json->is_object() || !json->contains("ask")) return std::nullopt;
  return json;
}

// The answer as the request wants it: text for one reshape program, JSON for the others.
Json answer_json(const Json& exercise, const std::string& answer) {
  const Json& ask = exercise["ask"];
  const bool reshape = ask.is_object() && ask.contains("kind") && ask["kind"] == "reshape";
  if (reshape) return answer;
  const auto json = parse_json(answer);
  return json ? *json : Json(answer);
}

std::string string_of(const Json& json) { return json.is_string() ? json.get<std::string>() : ""; }

// The learner's line with the span underlined, as compilers do.
void print_span(const Json& span, const std::string& text) {
  if (!span.is_object()) return;
  const Source source(text);
  const int start = span["start"].get<int>();
  int line_start = start;
  while (line_start > 0 && source.at(line_start - 1) != U'\n') --line_start;
  int line_end = start;
  while (line_end < source.size() && source.at(line_end) != U'\n') ++line_end;
  const int end = std::min(span["end"].get<int>(), line_end);
  const std::string number = std::to_string(span["line"].get<int>());
  const auto blank = [](std::size_t count) { return std::string(count, ' '); };
  std::cout << "\n " << number << " | " << source.text({line_start, line_end}) << "\n "
            << blank(number.size()) << " | " << blank(static_cast<std::size_t>(start - line_start))
            << std::string(static_cast<std::size_t>(std::max(end - start, 1)), '^') << "\n";
}

void print_part(const Json& part, const std::string& text) {
  std::cout << "\n" << string_of(part["title"]) << "  [" << string_of(part["code"]) << "]\n";
  print_span(part["span"], text);
  std::cout << "\n" << string_of(part["message"]) << "\n";
  if (!string_of(part["why"]).empty())
    std::cout << "Why nothing complained: " << string_of(part["why"]) << "\n";
  for (const Json& hint : part["hints"]) std::cout << "Ask yourself: " << string_of(hint) << "\n";
}

void print_steps(const Json& steps) {
  for (const Json& step : steps) {
    std::cout << "  " << string_of(step["call"]) << "  sizes " << step["sizes"].dump()
              << "  strides " << step["strides"].dump()
              << (step["contiguous"].get<bool>() ? "  contiguous" : "  not contiguous") << "\n";
  }
}

void print_result(const Json& result, const std::string& text) {
  std::cout << string_of(result["verdict"]) << ": " << string_of(result["title"]) << "\n";
  print_steps(result["steps"]);
  if (result["error"].is_object()) {
    const Json& error = result["error"];
    std::cout << "\n"
              << string_of(error["type"]) << ": " << string_of(error["message"]) << "  ["
              << string_of(error["code"]) << "]\n";
    print_span(error["span"], text);
    if (!string_of(error["help"]).empty()) std::cout << "\n" << string_of(error["help"]) << "\n";
  }
  for (const Json& one : result["diagnoses"]) print_part(one, text);
  if (result.contains("probes")) {
    for (const Json& probe : result["probes"]) {
      std::cout << "  " << string_of(probe["outcome"]) << "  " << string_of(probe["title"]) << ": "
                << string_of(probe["message"]) << "\n";
    }
  }
}

// Nothing where the arguments are wrong.
std::optional<Options> read_options(const std::vector<std::string>& arguments) {
  Options options;
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const std::string& argument = arguments[i];
    const bool has_value = i + 1 < arguments.size();
    if (argument == "--json") {
      options.json = true;
    } else if (argument == "--exercise" && has_value) {
      options.exercise = arguments[++i];
    } else if (argument == "--exercises" && has_value) {
      options.folder = arguments[++i];
    } else if (argument == "-" || argument.rfind("--", 0) != 0) {
      if (options.answer) return std::nullopt;
      options.answer = argument;
    } else {
      return std::nullopt;
    }
  }
  if (options.exercise.empty() || !options.answer) return std::nullopt;
  if (*options.answer == "-")
    options.answer = std::string(std::istreambuf_iterator<char>(std::cin), {});
  return options;
}

int check_command(const std::vector<std::string>& arguments) {
  if (std::find(arguments.begin(), arguments.end(), "--help") != arguments.end()) {
    std::cout << kUsage;
    return 0;
  }
  const auto options = read_options(arguments);
  if (!options) {
    std::cerr << kUsage;
    return kLabFailed;
  }
  const auto exercise = read_exercise(*options);
  if (!exercise) return failed("there is no readable exercise “" + options->exercise + "”.");
  Json request = {
      {"exercise", exercise->contains("id") ? (*exercise)["id"] : Json(options->exercise)},
      {"ask", (*exercise)["ask"]}};
  if (exercise->contains("sizes")) request["sizes"] = (*exercise)["sizes"];
  request["answer"] = answer_json(*exercise, *options->answer);

  const std::string text = check(request.dump(-1, ' ', false, Json::error_handler_t::replace));
  const auto result = parse_json(text);
  if (!result || result->contains("failed")) {
    if (options->json) std::cout << text << "\n";
    return failed(result ? string_of((*result)["failed"]) : "the result is no JSON.");
  }
  if (options->json) {
    std::cout << text << "\n";
  } else {
    print_result(*result, *options->answer);
  }
  const std::string verdict = string_of((*result)["verdict"]);
  return verdict == "correct" ? 0 : verdict == "wrong" ? 1 : 2;
}

}  // namespace
}  // namespace mha

int main(int count, char** values) {
  return mha::check_command(std::vector<std::string>(values + 1, values + count));
}
