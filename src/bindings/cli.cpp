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

#include "bindings/request_json.h"
#include "check/result_json.h"
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

// The page's request for this answer to this exercise: the exercise's file with the answer added.
// Nothing where there is no readable file.
std::optional<std::string> request_text(const Options& options) {
  const bool path = options.exercise.find_first_of("/.") != std::string::npos;
  const auto text =
      read_file(path ? options.exercise : options.folder + "/" + options.exercise + ".json");
  JsonDocument exercise;
  if (!text || exercise.Parse(text->data(), text->size()).HasParseError() || !exercise.IsObject())
    return std::nullopt;
  const Json* ask = member(exercise, "ask");
  const std::string& answer = *options.answer;
  auto& memory = exercise.GetAllocator();
  Json given(answer.data(), static_cast<rapidjson::SizeType>(answer.size()), memory);
  JsonDocument parsed(&memory);
  // Several fields are given as JSON; one reshape program is its own text.
  const bool one_text = ask != nullptr && text_at(*ask, "kind") == "reshape";
  if (!one_text && !parsed.Parse(answer.data(), answer.size()).HasParseError())
    given.CopyFrom(parsed, memory);
  exercise.RemoveMember("answer");
  exercise.AddMember("answer", given, memory);
  if (const auto id = text_at(exercise, "id"))
    exercise.AddMember("exercise", Json(id->c_str(), memory), memory);
  rapidjson::StringBuffer buffer;
  rapidjson::Writer<rapidjson::StringBuffer> writer(buffer);
  exercise.Accept(writer);
  return std::string(buffer.GetString(), buffer.GetSize());
}

// The learner's line with the span underlined, as compilers do.
void print_span(Span span, const Source& source) {
  const LineColumn place = source.line_column(span.start);
  const int line_start = span.start - (place.column - 1);
  int line_end = line_start;
  while (line_end < source.size() && source.at(line_end) != U'\n') ++line_end;
  const int length = std::max(std::min(span.end, line_end) - span.start, 1);
  const std::string number = std::to_string(place.line);
  const std::string margin = " " + std::string(number.size(), ' ') + " | ";
  std::cout << "\n " << number << " | " << source.text({line_start, line_end}) << "\n"
            << margin << std::string(static_cast<std::size_t>(place.column - 1), ' ')
            << std::string(static_cast<std::size_t>(length), '^') << "\n";
}

void print_diagnosis(const Diagnosis& diagnosis, const Source& source) {
  std::cout << "\n" << diagnosis.title << "  [" << diagnosis.code << "]\n";
  if (diagnosis.span) print_span(*diagnosis.span, source);
  std::cout << "\n" << diagnosis.message << "\n";
  if (!diagnosis.why.empty()) std::cout << "Why nothing complained: " << diagnosis.why << "\n";
  for (const std::string& hint : diagnosis.hints) std::cout << "Ask yourself: " << hint << "\n";
}

void print_error(const ProgramError& error, const Source& source) {
  std::cout << "\n" << error.type << ": " << error.message << "  [" << error.code << "]\n";
  if (source.size() > 0) print_span(error.span, source);
  if (!error.help.empty()) std::cout << "\n" << error.help << "\n";
}

void print_result(const CheckResult& result) {
  const Source source(result.text);
  std::cout << name_of(result.verdict) << ": " << result.title << "\n";
  for (const Step& step : result.steps) {
    const Tensor& output = step.outputs.front();
    std::cout << "  " << step.call << "  sizes " << to_string(output.sizes()) << "  strides "
              << to_string(output.strides())
              << (output.is_contiguous() ? "  contiguous" : "  not contiguous") << "\n";
  }
  if (result.error) print_error(*result.error, source);
  for (const Diagnosis& one : result.diagnoses) print_diagnosis(one, source);
  for (const Probe& probe : result.probes) {
    const char* outcome = probe.outcome == Probe::Outcome::pass   ? "passes"
                          : probe.outcome == Probe::Outcome::fail ? "fails"
                                                                  : "not run";
    std::cout << "  " << probe.title << ": " << outcome << ". " << probe.message << "\n";
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
  const auto text = request_text(*options);
  if (!text) return failed("there is no readable exercise “" + options->exercise + "”.");
  const auto request = read_request(*text);
  if (!request) return failed(request.error().text);
  const auto result = check(*request);
  if (!result) return failed(result.error().text);
  if (options->json) {
    std::cout << result_json(request->exercise, *result) << "\n";
  } else {
    print_result(*result);
  }
  return result->verdict == Verdict::correct ? 0 : result->verdict == Verdict::wrong ? 1 : 2;
}

}  // namespace
}  // namespace mha

int main(int count, char** values) {
  return mha::check_command(std::vector<std::string>(values + 1, values + count));
}
