// The JSON writer of the core: one header includes RapidJSON and settles its options. RapidJSON and
// not a friendlier library, because the wasm is part of a page of 150 KB. Reading is
// bindings/request_json.h's.
#pragma once

#include <rapidjson/stringbuffer.h>
#include <rapidjson/writer.h>

#include <cstdint>
#include <string>
#include <string_view>

namespace mha {

// Writes JSON text in the order of the calls. All strings are UTF-8: Source has seen to it.
class JsonWriter {
 public:
  void begin_object() { writer_.StartObject(); }
  void end_object() { writer_.EndObject(); }
  void begin_array() { writer_.StartArray(); }
  void end_array() { writer_.EndArray(); }
  void key(std::string_view key) { text(key); }
  void text(std::string_view text) {
    writer_.String(text.data(), static_cast<rapidjson::SizeType>(text.size()));
  }
  void number(std::int64_t number);
  void boolean(bool value) { writer_.Bool(value); }
  void null() { writer_.Null(); }

  void member(std::string_view name, std::string_view value);
  void member(std::string_view name, std::int64_t value);
  // Names say the type: an int and a bool are too easily taken for each other.
  void flag(std::string_view name, bool value);
  template <class Numbers>
  void numbers(std::string_view name, const Numbers& values) {
    key(name);
    begin_array();
    for (const auto value : values) number(value);
    end_array();
  }
  template <class Texts>
  void texts(std::string_view name, const Texts& values) {
    key(name);
    begin_array();
    for (const auto& value : values) text(value);
    end_array();
  }

  std::string take() const { return {buffer_.GetString(), buffer_.GetSize()}; }

 private:
  rapidjson::StringBuffer buffer_;
  rapidjson::Writer<rapidjson::StringBuffer> writer_{buffer_};
};

}  // namespace mha
