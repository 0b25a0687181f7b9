// What printf's "%g" gives, which is what a C++ stream prints by default; both of them would bring
// their whole machinery into the wasm. Exact: the decimal digits are computed one by one.
#include "tensor/number_text.h"

#include <array>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <cstring>

namespace mha {
namespace {

constexpr std::size_t kDigits = 6;  // significant ones

// 0.DIGITS · 10^point
struct Decimal {
  std::string digits;
  std::int64_t point;
};

void double_it(Decimal& number) {
  int carry = 0;
  for (std::size_t i = number.digits.size(); i-- > 0;) {
    const int twice = (number.digits[i] - '0') * 2 + carry;
    number.digits[i] = static_cast<char>('0' + twice % 10);
    carry = twice / 10;
  }
  if (carry == 0) return;
  number.digits.insert(0, 1, '1');
  ++number.point;
}

void halve(Decimal& number) {
  int rest = 0;
  for (char& digit : number.digits) {
    const int part = rest * 10 + (digit - '0');
    digit = static_cast<char>('0' + part / 2);
    rest = part % 2;
  }
  if (rest != 0) number.digits += '5';
  if (number.digits.front() != '0') return;
  number.digits.erase(0, 1);
  --number.point;
}

// A finite number > 0, exactly.
Decimal decimal_of(double number) {
  std::uint64_t bits = 0;  // not std::bit_cast, which Emscripten's library lacks
  std::memcpy(&bits, &number, sizeof bits);
  const auto exponent = static_cast<std::int64_t>(bits >> 52 & 0x7FF);
  std::uint64_t mantissa = bits & 0xFFFFFFFFFFFFF;
  if (exponent > 0) mantissa |= 0x10000000000000;  // 0: a denormal number
  Decimal result{integer_text(static_cast<std::int64_t>(mantissa)), 0};
  result.point = static_cast<std::int64_t>(result.digits.size());
  std::int64_t power = exponent - (exponent > 0 ? 1075 : 1074);
  for (; power > 0; --power) double_it(result);
  for (; power < 0; ++power) halve(result);
  return result;
}

// To six digits, ties to even; then without zeros at the end.
void round(Decimal& number) {
  std::string& digits = number.digits;
  if (digits.size() > kDigits) {
    const bool tie = digits.find_first_not_of('0', kDigits + 1) == std::string::npos;
    const bool odd = (digits[kDigits - 1] - '0') % 2 != 0;
    const bool up = digits[kDigits] > '5' || (digits[kDigits] == '5' && (!tie || odd));
    digits.resize(kDigits);
    std::size_t at = kDigits;
    while (up && at > 0 && digits[at - 1] == '9') digits[--at] = '0';
    if (up && at > 0) ++digits[at - 1];
    if (up && at == 0) {
      digits.insert(0, 1, '1');
      ++number.point;
    }
  }
  digits.resize(digits.find_last_not_of('0') + 1);
}

}  // namespace

std::string number_text(double number) {
  std::string text = std::signbit(number) ? "-" : "";
  if (std::isnan(number)) return text + "nan";
  if (std::isinf(number)) return text + "inf";
  if (number == 0) return text + "0";
  Decimal decimal = decimal_of(std::fabs(number));
  round(decimal);
  std::string& digits = decimal.digits;
  const std::int64_t exponent = decimal.point - 1;
  if (exponent < -4 || exponent >= static_cast<std::int64_t>(kDigits)) {
    if (digits.size() > 1) digits.insert(1, 1, '.');
    const std::int64_t size = exponent < 0 ? -exponent : exponent;
    digits += exponent < 0 ? "e-" : "e+";
    if (size < 10) digits += '0';
    return text + digits + integer_text(size);
  }
  if (exponent < 0)
    return text + "0." + std::string(static_cast<std::size_t>(-exponent - 1), '0') + digits;
  const auto whole = static_cast<std::size_t>(decimal.point);
  if (digits.size() < whole) digits.resize(whole, '0');
  if (digits.size() > whole) digits.insert(whole, 1, '.');
  return text + digits;
}

std::string integer_text(std::int64_t number) {
  std::array<char, 24> text{};
  const auto end = std::to_chars(text.data(), text.data() + text.size(), number).ptr;
  return {text.data(), end};
}

std::optional<std::int64_t> integer_of(std::string_view text) {
  const bool negative = text.starts_with('-');
  if (negative) text.remove_prefix(1);
  if (text.empty() || text.size() > 18) return std::nullopt;
  std::int64_t value = 0;
  for (const char digit : text) {
    if (digit < '0' || digit > '9') return std::nullopt;
    value = value * 10 + (digit - '0');
  }
  return negative ? -value : value;
}

}  // namespace mha
