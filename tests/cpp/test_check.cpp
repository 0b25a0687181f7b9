// The JSON boundary: what comes back has the shape that core.d.ts describes, the same bytes each
// time, and rubbish is answered with {"failed": …}.
#include <doctest/doctest.h>

#include <string>

#include "check/check.h"
#include "json.h"

using namespace mha;

namespace {

std::string split_request(const std::string& answer) {
  const TestJson request = {{"exercise", "split"},
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
  const std::string first = checked_json(request);
  CHECK(first == checked_json(request));
  const TestJson json = parsed_json(first);
  std::string keys;
  for (const auto& [key, value] : json.items()) keys += key + " ";
  CHECK(keys == "exercise verdict title diagnoses error steps grid ");
  CHECK(json["diagnoses"][0]["span"]["column"] == 2);
  CHECK(json["steps"][1]["strides"] == TestJson({24, 12, 4, 1}));
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
       R"({"ask":{"kind":"reshape","input":"q","want":"B n -> n B"},"answer":[7],"sizes":{"B":2,"n":3}})",
       R"({"ask":{"kind":"reshape","input":"q","want":"B n -> n B"},"answer":"q","sizes":{"B":-2,"n":3}})",
       R"({"ask":{"kind":"reshape","input":"q","want":"B n -> n B"},"answer":"q","sizes":{"B":1e9,"n":3}})",
       R"({"ask":{"kind":"reshape","input":"q","want":"a b c d e f g -> g f e d c b a"},"answer":"q","sizes":{}})",
       R"({"ask":{"kind":"shapes","groups":[{"sizes":{"B":2},"fields":[{"stage":"x"}]}]},"answer":["1"]})",
       R"({"ask":{"kind":"numbers","fields":[{"want":"love","config":{}}]},"answer":["1"]})",
       R"({"ask":{"kind":"pipeline"},"answer":"q","sizes":{"B":2,"n":3,"H":2,"d_head":4}})"}) {
    CAPTURE(text);
    const TestJson json = parsed_json(checked_json(text));
    CHECK(json.contains("failed"));
  }
}

TEST_CASE("text of any kind comes back as JSON") {
  for (const char* answer :
       {"\xFF\xFE", "q\\u0000", "\"}{", "🙂🙂", "\u202Eq.view", "q.view('\xC3')"}) {
    const std::string request =
        std::string(
            R"({"exercise":"x","ask":{"kind":"reshape","role":"split","input":"q","want":"B n (H d_head) -> B H n d_head"},"sizes":{"B":2,"n":3,"H":2,"d_head":4},"answer":)") +
        TestJson(answer).dump(-1, ' ', false, TestJson::error_handler_t::replace) + "}";
    const TestJson json = parsed_json(checked_json(request));
    REQUIRE_FALSE(json.is_discarded());
    CHECK(json["verdict"] == "error");
  }
}

TEST_CASE("texts in, the same JSON out as for a JSON request") {
  const std::string answer = "q.view(B, H, n, d_head)";
  CHECK(check_reshape("split", "split", "q", "B n (H d_head) -> B H n d_head", answer,
                      "B=2,n=3,H=2,d_head=4") == checked_json(split_request(answer)));
  const TestJson fool = parsed_json(
      check_fool("fool", answer, "context.view(B, n, d_out)", "reach", "B=2,n=3,H=2,d_head=4"));
  CHECK(fool["verdict"] == "correct");
  CHECK(fool["probes"].size() == 6);
  CHECK(fool["parts"]["merge"]["diagnoses"][0]["code"] == "merge-missing-transpose");
  const TestJson shapes = parsed_json(
      check_shapes("shapes", "heads B=4,n=100,H=6,d_head=32\nscores B=4,n=100,H=6,d_head=32",
                   "(4, 6, 100, 32)\n"));
  CHECK(shapes["fields"][0]["verdict"] == "correct");
  CHECK(shapes["fields"][1]["verdict"] == "empty");
  const TestJson numbers = parsed_json(
      check_numbers("costs", "parameters d_in=768,d_out=768,H=12,qkv_bias=1", "2,362,368"));
  CHECK(numbers["verdict"] == "correct");
}

TEST_CASE("broken texts are the lab's failure") {
  const std::string want = "B n (H d_head) -> B H n d_head";
  for (const char* sizes :
       {"", "B", "B=", "B=x", "B=-1,n=3", "B=2,n=3,H=2", "B=2,n=99999,H=2,d_head=4", "B=2,,n=3"}) {
    CAPTURE(sizes);
    CHECK(parsed_json(check_reshape("x", "split", "q", want, "q", sizes)).contains("failed"));
    CHECK(parsed_json(check_fool("x", "q", "context", "reach", sizes)).contains("failed"));
  }
  CHECK(parsed_json(check_reshape("x", "split", "q", "B n", "q", "B=2,n=3")).contains("failed"));
  for (const char* fields : {"", "love B=2", "heads", "heads B=2", "heads B=0,n=3,H=2,d_head=4"}) {
    CHECK(parsed_json(check_shapes("x", fields, "1")).contains("failed"));
    CHECK(parsed_json(check_numbers("x", fields, "1")).contains("failed"));
  }
}

TEST_CASE("costs and codes") {
  const TestJson costs = parsed_json(costs_of("d_in=768,d_out=768,H=12,n=1024"));
  CHECK(costs["error"].is_null());
  CHECK(costs["parameters"] == 2'360'064);
  CHECK(costs["score_entries"] == 12'582'912);
  CHECK(parsed_json(costs_of("d_in=768,d_out=10,H=4")).at("error").is_string());
  CHECK(parsed_json(costs_of("d_in=7.5,d_out=10,H=4")).at("error").is_string());
  CHECK(parsed_json(costs_of("nonsense")).at("error").is_string());
  CHECK(parsed_json(codes_list()).size() > 20);
}
