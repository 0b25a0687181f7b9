// Numbers as texts: a float as PyTorch's errors print it (not Python's repr), integers as texts and
// back.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace mha {

std::string number_text(double number);  // six significant digits: "0.5", "1e+10", "nan"

// Not std::to_string, which brings all of printf into the wasm.
std::string integer_text(std::int64_t number);

// "-12", at most 18 digits; nothing where the text is anything else.
std::optional<std::int64_t> integer_of(std::string_view text);

}  // namespace mha
