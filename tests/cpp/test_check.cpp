// The JSON boundary: what comes back has the shape that core.d.ts describes, the same bytes each
// time, and rubbish is answered with {"failed": …}.
#include <doctest/doctest.h>

#include <string>

#include "check/check.h"
#include "check/request.h"

using namespace mha;

namespace {

std::string split_request(const std::string& answer) {
  const Json request = {{"exercise", "split"},
                        {"ask",
                         {{"kind", "reshape"},
                          {"role", "split"},
                          {"input", "q"},
                          {"want", "B n (H d_head) -> B H n d_head"}}},
                        {"answer", answer},
                        {"sizes", {{"B", 2}, {"n", 3}, {"H", 2}, {"d_head", 4}}}};
  return request.dump();
}

}  // namespace

TEST_CASE("a result has every key, in order, and the same bytes twice") {
  const std::string request = split_request("q.view(B, H, n, d_head)");
  const std::string first = check(request);
  CHECK(first == check(request));
  const Json json = *parse_json(first);
  std::string keys;
  for (const auto& [key, value] : json.items()) keys += key + " ";
  CHECK(keys == "exercise verdict title diagnoses error steps grid ");
  CHECK(json["diagnoses"][0]["span"]["column"] == 2);
  CHECK(json["steps"][1]["strides"] == Json({24, 12, 4, 1}));
  CHECK(json["grid"]["source"]["head"].size() == 48);
  CHECK(json["grid"]["yours"]["wrong"].size() == 48);
  CHECK_FALSE(json["grid"]["asked"].contains("wrong"));
}

TEST_CASE("a broken request is the lab's failure") {
  for (
      const char* text :
      {"", "{", "[]", "3", "{}", R"({"ask":{"kind":"reshape"}})",
       R"({"ask":{"kind":"reshape","input":"q","want":"B n"},"answer":"q","sizes":{"B":2}})",
       R"({"ask":{"kind":"reshape","input":"q","want":"B n -> n B"},"answer":"q","sizes":{"B":2}})",
       R"({"ask":{"kind":"reshape","input":"q","want":"B n -> n B"},"answer":7,"sizes":{"B":2,"n":3}})",
       R"({"ask":{"kind":"reshape","input":"q","want":"B n -> n B"},"answer":"q","sizes":{"B":-2,"n":3}})",
       R"({"ask":{"kind":"reshape","input":"q","want":"B n -> n B"},"answer":"q","sizes":{"B":1e9,"n":3}})",
       R"({"ask":{"kind":"reshape","input":"q","want":"a b c d e f g -> g f e d c b a"},"answer":"q","sizes":{}})",
       R"({"ask":{"kind":"shapes","groups":[{"sizes":{"B":2},"fields":[{"stage":"x"}]}]},"answer":["1"]})",
       R"({"ask":{"kind":"numbers","fields":[{"want":"love","config":{}}]},"answer":["1"]})",
       R"({"ask":{"kind":"pipeline"},"answer":"q","sizes":{"B":2,"n":3,"H":2,"d_head":4}})"}) {
    CAPTURE(text);
    const Json json = *parse_json(check(text));
    CHECK(json.contains("failed"));
  }
}

TEST_CASE("text of any kind comes back as JSON") {
  for (const char* answer :
       {"\xFF\xFE", "q\\u0000", "\"}{", "🙂🙂", "‮q.view", "q.view('\xC3')"}) {
    const std::string request =
        std::string(
            R"({"exercise":"x","ask":{"kind":"reshape","role":"split","input":"q","want":"B n (H d_head) -> B H n d_head"},"sizes":{"B":2,"n":3,"H":2,"d_head":4},"answer":)") +
        Json(answer).dump(-1, ' ', false, Json::error_handler_t::replace) + "}";
    const auto json = parse_json(check(request));
    REQUIRE(json.has_value());
    CHECK((*json)["verdict"] == "error");
  }
}

TEST_CASE("costs and codes") {
  const Json costs = *parse_json(costs_of(R"({"d_in":768,"d_out":768,"H":12,"n":1024})"));
  CHECK(costs["error"].is_null());
  CHECK(costs["parameters"] == 2'360'064);
  CHECK(costs["score_entries"] == 12'582'912);
  CHECK(parse_json(costs_of(R"({"d_in":768,"d_out":10,"H":4})"))->at("error").is_string());
  CHECK(parse_json(costs_of(R"({"d_in":7.5,"d_out":10,"H":4})"))->at("error").is_string());
  CHECK(parse_json(costs_of("nonsense"))->at("error").is_string());
  CHECK(parse_json(codes_list())->size() > 20);
}
