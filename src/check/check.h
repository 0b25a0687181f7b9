// What crosses to JavaScript: plain texts in, JSON text out (web/src/core.d.ts describes it). Where
// the lab itself fails (a broken exercise) the result is {"failed": "a sentence"}: never an
// exception, never the learner's fault. Requests are texts and not JSON, because a JSON reader is 5
// KB of the page.
#pragma once

#include <string>

namespace mha {

// `sizes`: "B=2,n=3,H=2,d_head=4".
std::string check_reshape(const std::string& exercise, const std::string& role,
                          const std::string& input, const std::string& want,
                          const std::string& answer, const std::string& sizes);
std::string check_fool(const std::string& exercise, const std::string& split,
                       const std::string& merge, const std::string& probe,
                       const std::string& sizes);
// `fields`: a line each, "heads B=2,n=3,H=2,d_head=4"; `answers`: a line each, in the same order.
std::string check_shapes(const std::string& exercise, const std::string& fields,
                         const std::string& answers);
// `fields`: a line each, "parameters d_in=768,d_out=768,H=12,qkv_bias=0".
std::string check_numbers(const std::string& exercise, const std::string& fields,
                          const std::string& answers);

// `counts`: "d_in=768,d_out=768,H=12,n=1024". Impossible ones give {"error": "a sentence"}.
std::string costs_of(const std::string& counts);

// The one list of codes.
std::string codes_list();

}  // namespace mha
