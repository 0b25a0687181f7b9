// sine.h: an angle as quarter turns and a rest, then the power series of the rest.
#include "tensor/sine.h"

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <numbers>

namespace mha {
namespace {

struct Angle {
  std::int64_t quarters;  // modulo 4
  double rest;            // in [-π/4, π/4]
};

// x / (π/2) modulo 4, exactly, for x = mantissa · 2^exponent with 24 bits of mantissa (Payne and
// Hanek): of the binary digits of 2/π those before the window only add whole turns, those behind it
// are too small to matter.
Angle large_angle(double x) {
  constexpr std::array<std::uint32_t, 8> kTwoOverPi = {
      0, 0xA2F9836E, 0x4E441529, 0xFC2757D1, 0xF534DDC0, 0xDB629599, 0x3C439041, 0xFE5163AB};
  int exponent = 0;
  const double fraction = std::frexp(std::fabs(x), &exponent);
  const auto mantissa = static_cast<std::uint64_t>(fraction * 0x1p24);
  const auto first = static_cast<std::size_t>(exponent + 6);  // of the digits that matter
  const std::size_t shift = first % 32;
  const auto word = [&](std::size_t i) {  // 32 digits from first + 32 i on
    const std::uint64_t two =
        std::uint64_t{kTwoOverPi[first / 32 + i]} << 32 | kTwoOverPi[first / 32 + i + 1];
    return two << shift >> 32;
  };
  // In units of 2^-62 quarter turns; what overflows are whole turns.
  const std::uint64_t turned = mantissa * (word(0) << 32 | word(1)) + (mantissa * word(2) >> 32);
  const std::uint64_t quarters = (turned + (std::uint64_t{1} << 61)) >> 62;
  const double rest = static_cast<double>(static_cast<std::int64_t>(turned - (quarters << 62))) *
                      0x1p-62 * (std::numbers::pi / 2);
  if (x > 0) return {static_cast<std::int64_t>(quarters % 4), rest};
  return {static_cast<std::int64_t>((4 - quarters % 4) % 4), -rest};
}

Angle reduced(double x) {
  if (std::fabs(x) > 0x1p20) return large_angle(x);
  // π/2 in two parts, the first of 33 bits, so that its multiples are exact.
  constexpr double kHigh = 0x1.921fb544p0;
  constexpr double kLow = 0x1.0b4611a626331p-34;
  const double quarters = std::floor(x / (std::numbers::pi / 2) + 0.5);
  const double rest = (x - quarters * kHigh) - quarters * kLow;
  return {static_cast<std::int64_t>(quarters) & 3, rest};
}

// first - first x²/(k (k + 1)) + …: sin of x from x and k = 2, cos from 1 and k = 1.
double series(double x, double first, double k) {
  if (x == 0) return first;  // keeps -0
  double sum = first;
  for (double term = first; k < 20; k += 2) {
    term *= -x * x / (k * (k + 1));
    sum += term;
  }
  return sum;
}

// sin of x + a number of quarter turns.
double turned_sine(double x, std::int64_t turn) {
  if (!std::isfinite(x)) return x - x;
  const Angle angle = reduced(x);
  const std::int64_t quarters = (angle.quarters + turn) % 4;
  const double size =
      quarters % 2 == 0 ? series(angle.rest, angle.rest, 2) : series(angle.rest, 1, 1);
  return quarters < 2 ? size : -size;
}

}  // namespace

double sine(double x) { return turned_sine(x, 0); }
double cosine(double x) { return turned_sine(x, 1); }

}  // namespace mha
