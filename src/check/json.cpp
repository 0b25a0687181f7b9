// The few lines around RapidJSON that are no template.
#include "check/json.h"

#include "tensor/number_text.h"

namespace mha {

// As a raw value: RapidJSON's own way is a table and an unrolled loop, 2 KB of wasm for speed we
// don't need.
void JsonWriter::number(std::int64_t number) {
  const std::string text = integer_text(number);
  writer_.RawValue(text.data(), text.size(), rapidjson::kNumberType);
}

void JsonWriter::member(std::string_view name, std::string_view value) {
  key(name);
  text(value);
}

void JsonWriter::member(std::string_view name, std::int64_t value) {
  key(name);
  number(value);
}

void JsonWriter::flag(std::string_view name, bool value) {
  key(name);
  boolean(value);
}

}  // namespace mha
