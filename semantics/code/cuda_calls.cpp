// See cuda_calls.h.
#include "semantics/code/cuda_calls.h"

#include "cfg/ir/evaluate.h"

#include <algorithm>
#include <bit>
#include <cfenv>
#include <cmath>
#include <limits>
#include <utility>

namespace lockstep::semantics {

namespace {
using cfg::from_double;
using cfg::mask_to_width;
using cfg::to_double;
using cfg::to_signed;

using Args = std::span<const std::uint64_t>;

double number(const CallShape &s, Args a, std::size_t i) { return to_double(a[i], s.args[i].width); }

// --- a rounding that is named ---------------------------------------------------------------------------------
constexpr std::string_view modes[] = {"rn", "rz", "ru", "rd"};

std::string_view mode_of(std::string_view name) { return name.substr(name.size() - 2); }

bool names_mode(std::string_view name) {
  return name.size() > 3 && name[name.size() - 3] == '_' &&
         std::find(std::begin(modes), std::end(modes), mode_of(name)) != std::end(modes);
}

// The host rounds so while this lives. What is computed meanwhile goes from volatile variables to volatile variables,
// so that the compiler leaves it between.
class Rounding {
public:
  explicit Rounding(std::string_view name) : before_(std::fegetround()) {
    const std::string_view mode = mode_of(name);
    std::fesetround(mode == "rz"   ? FE_TOWARDZERO
                    : mode == "ru" ? FE_UPWARD
                    : mode == "rd" ? FE_DOWNWARD
                                   : FE_TONEAREST);
  }
  ~Rounding() { std::fesetround(before_); }
  Rounding(const Rounding &) = delete;
  Rounding &operator=(const Rounding &) = delete;

private:
  const int before_;
};

enum class Arithmetic : std::uint8_t { Add, Subtract, Multiply, Divide, Fused, Reciprocal, Root };

template <class T> T computed(Arithmetic what, T first, T second, T third) {
  volatile T x = first, y = second, z = third, r = 0;
  switch (what) {
  case Arithmetic::Add: r = x + y; break;
  case Arithmetic::Subtract: r = x - y; break;
  case Arithmetic::Multiply: r = x * y; break;
  case Arithmetic::Divide: r = x / y; break;
  case Arithmetic::Fused: r = std::fma(x, y, z); break;
  case Arithmetic::Reciprocal: r = 1 / x; break;
  case Arithmetic::Root: r = std::sqrt(x); break;
  }
  return r;
}

template <Arithmetic What> std::uint64_t rounded_arithmetic(const CallShape &s, Args a) {
  const Rounding rounding(s.name);
  const auto at = [&](std::size_t i) { return i < a.size() ? number(s, a, i) : 0; };
  if (s.result.width == 32)
    return std::bit_cast<std::uint32_t>(
        computed(What, static_cast<float>(at(0)), static_cast<float>(at(1)), static_cast<float>(at(2))));
  return std::bit_cast<std::uint64_t>(computed(What, at(0), at(1), at(2)));
}

// Beyond the type: its end; no number: 0, in 64 bits the sign alone.
std::uint64_t rounded_to_integer(const CallShape &s, Args a) {
  const double x = number(s, a, 0);
  const std::string_view mode = mode_of(s.name);
  const double v = mode == "rz"   ? std::trunc(x)
                   : mode == "ru" ? std::ceil(x)
                   : mode == "rd" ? std::floor(x)
                                  : std::nearbyint(x);
  const unsigned width = s.result.width;
  if (std::isnan(v))
    return width == 64 ? std::uint64_t(1) << 63 : 0;
  const bool is_unsigned = s.name.find("2u") != std::string::npos;
  const double beyond = std::ldexp(1.0, static_cast<int>(width) - (is_unsigned ? 0 : 1));
  const std::uint64_t most = mask_to_width(~std::uint64_t(0), width);
  if (is_unsigned)
    return v <= 0 ? 0 : v >= beyond ? most : static_cast<std::uint64_t>(v);
  return v >= beyond   ? most >> 1
         : v < -beyond ? (most >> 1) + 1
                       : mask_to_width(static_cast<std::uint64_t>(static_cast<std::int64_t>(v)), width);
}

template <class T> T converted(const CallShape &s, std::uint64_t bits) {
  volatile T r = 0;
  if (s.args[0].is_float()) {
    volatile double x = to_double(bits, s.args[0].width);
    r = static_cast<T>(x);
  } else if (s.name.starts_with("__u")) {
    volatile std::uint64_t x = bits;
    r = static_cast<T>(x);
  } else {
    volatile std::int64_t x = to_signed(bits, s.args[0].width);
    r = static_cast<T>(x);
  }
  return r;
}

std::uint64_t rounded_to_float(const CallShape &s, Args a) {
  const Rounding rounding(s.name);
  if (s.result.width == 32)
    return std::bit_cast<std::uint32_t>(converted<float>(s, a[0]));
  return std::bit_cast<std::uint64_t>(converted<double>(s, a[0]));
}

// The bits of a float of 16 bits, of which so many are the fraction's: the nearest below in magnitude, then one more
// where the mode asks for it.
std::uint64_t small_bits(double v, int fraction, std::string_view mode) {
  const int bias = (1 << (14 - fraction)) - 1;
  const std::uint64_t sign = std::signbit(v) ? 0x8000 : 0, infinite = std::uint64_t(2 * bias + 1) << fraction;
  if (std::isnan(v))
    return 0x7fff;
  if (std::isinf(v))
    return sign | infinite;
  const double magnitude = std::fabs(v);
  const int exponent = magnitude == 0 ? 1 - bias : std::max(std::ilogb(magnitude), 1 - bias);
  const double units = std::ldexp(magnitude, fraction - exponent), below = std::floor(units); // exact
  std::uint64_t bits =
      std::min((std::uint64_t(exponent + bias - 1) << fraction) + static_cast<std::uint64_t>(below), infinite);
  const bool away = mode == (sign != 0 ? "rd" : "ru");
  if (bits == infinite) // beyond the largest
    return sign | (away ? infinite : infinite - 1);
  return sign | (bits + (away && units != below ? 1 : 0));
}
std::uint64_t bits_of_half(const CallShape &s, Args a) { return small_bits(number(s, a, 0), 10, mode_of(s.name)); }
std::uint64_t bits_of_bf16(const CallShape &s, Args a) { return small_bits(number(s, a, 0), 7, mode_of(s.name)); }

// --- others -----------------------------------------------------------------------------------------------------
template <double (*F)(double)> std::uint64_t of_one(const CallShape &s, Args a) {
  return from_double(F(number(s, a, 0)), s.result.width);
}
template <double (*F)(double, double)> std::uint64_t of_two(const CallShape &s, Args a) {
  return from_double(F(number(s, a, 0), number(s, a, 1)), s.result.width);
}

double saturated(double x) { return std::isnan(x) ? 0 : std::clamp(x, 0.0, 1.0); }
double reciprocal_cube_root(double x) { return 1 / std::cbrt(x); }
double nearest(double x) { return std::nearbyint(x); }
double reciprocal_hypotenuse(double x, double y) { return 1 / std::hypot(x, y); }
// The library throws where the argument is large; the result is beyond all numbers there, as from this one on.
double bessel_i(double order, double x) {
  constexpr double least_infinite = 714;
  return std::fabs(x) < least_infinite || std::isnan(x) ? std::cyl_bessel_i(order, std::fabs(x))
                                                        : std::numeric_limits<double>::infinity();
}
double bessel_i0(double x) { return bessel_i(0, x); }
double bessel_i1(double x) { return std::copysign(bessel_i(1, x), x); }
double bessel_j0(double x) { return ::j0(x); }
double bessel_j1(double x) { return ::j1(x); }
double bessel_y0(double x) { return ::y0(x); }
double bessel_y1(double x) { return ::y1(x); }
double normal(double x) { return std::erfc(-x * std::sqrt(0.5)) / 2; }

// exp(x * x) * erfc(x); where the first is beyond all numbers, its expansion for large x.
double scaled_complement(double x) {
  constexpr double root_of_pi = 1.7724538509055160273;
  if (x < 25)
    return std::exp(x * x) * std::erfc(x);
  double sum = 1, term = 1;
  for (int i = 1; i < 7; ++i)
    sum += term *= -(2 * i - 1) / (2 * x * x);
  return sum / (x * root_of_pi);
}

// The number at which a falling function has this value, by halves.
template <class F> double where_falling(F f, double value, double low, double high) {
  for (int i = 0; i < 200 && low < high; ++i) {
    const double middle = low + (high - low) / 2;
    if (middle == low || middle == high)
      break;
    (f(middle) > value ? low : high) = middle;
  }
  return low;
}
double inverse_complement(double y) { // of erfc
  constexpr double infinite = std::numeric_limits<double>::infinity();
  if (!(y >= 0 && y <= 2))
    return std::numeric_limits<double>::quiet_NaN();
  if (y == 0 || y == 2)
    return y == 0 ? infinite : -infinite;
  return y == 1 ? 0 : where_falling([](double x) { return std::erfc(x); }, y, -6, 28);
}
double inverse_error(double y) { // of erf
  return std::fabs(y) < 0.5 ? -where_falling([](double x) { return std::erf(-x); }, y, -1, 1)
                            : inverse_complement(1 - y);
}
double inverse_normal(double y) { return -std::sqrt(2.0) * inverse_complement(2 * y); }

std::uint64_t bessel_jn(const CallShape &s, Args a) {
  const double n = static_cast<double>(to_signed(a[0], s.args[0].width));
  return from_double(::jn(static_cast<int>(std::clamp(n, -1000.0, 1000.0)), number(s, a, 1)), s.result.width);
}
std::uint64_t norm3d(const CallShape &s, Args a) {
  return from_double(std::hypot(number(s, a, 0), number(s, a, 1), number(s, a, 2)), s.result.width);
}
// Beyond the type: any number.
template <double (*F)(double)> std::uint64_t to_integer(const CallShape &s, Args a) {
  const double v = F(number(s, a, 0));
  const bool within = std::fabs(v) < 0x1p63;
  return mask_to_width(within ? static_cast<std::uint64_t>(static_cast<std::int64_t>(v)) : std::uint64_t(1) << 63,
                       s.result.width);
}
double away_from_zero(double x) { return std::round(x); }

struct Function {
  std::string_view name; // without the rounding, and without the 'f' of floats
  CallFunction function;
  std::size_t arguments;
};

constexpr Function functions_that_round[] = {
    {"__fadd", rounded_arithmetic<Arithmetic::Add>, 2},
    {"__dadd", rounded_arithmetic<Arithmetic::Add>, 2},
    {"__fsub", rounded_arithmetic<Arithmetic::Subtract>, 2},
    {"__dsub", rounded_arithmetic<Arithmetic::Subtract>, 2},
    {"__fmul", rounded_arithmetic<Arithmetic::Multiply>, 2},
    {"__dmul", rounded_arithmetic<Arithmetic::Multiply>, 2},
    {"__fdiv", rounded_arithmetic<Arithmetic::Divide>, 2},
    {"__ddiv", rounded_arithmetic<Arithmetic::Divide>, 2},
    {"__fmaf", rounded_arithmetic<Arithmetic::Fused>, 3},
    {"__fma", rounded_arithmetic<Arithmetic::Fused>, 3},
    {"__frcp", rounded_arithmetic<Arithmetic::Reciprocal>, 1},
    {"__drcp", rounded_arithmetic<Arithmetic::Reciprocal>, 1},
    {"__fsqrt", rounded_arithmetic<Arithmetic::Root>, 1},
    {"__dsqrt", rounded_arithmetic<Arithmetic::Root>, 1},
    {"__float2int", rounded_to_integer, 1},
    {"__double2int", rounded_to_integer, 1},
    {"__float2uint", rounded_to_integer, 1},
    {"__double2uint", rounded_to_integer, 1},
    {"__float2ll", rounded_to_integer, 1},
    {"__double2ll", rounded_to_integer, 1},
    {"__float2ull", rounded_to_integer, 1},
    {"__double2ull", rounded_to_integer, 1},
    {"__double2float", rounded_to_float, 1},
    {"__int2float", rounded_to_float, 1},
    {"__uint2float", rounded_to_float, 1},
    {"__ll2float", rounded_to_float, 1},
    {"__ull2float", rounded_to_float, 1},
    {"__ll2double", rounded_to_float, 1},
    {"__ull2double", rounded_to_float, 1},
    {"lks_bits_of_half", bits_of_half, 1},
    {"lks_bits_of_bf16", bits_of_bf16, 1},
};

constexpr Function other_functions[] = {
    {"__saturatef", of_one<saturated>, 1},
    {"cyl_bessel_i0", of_one<bessel_i0>, 1},
    {"cyl_bessel_i1", of_one<bessel_i1>, 1},
    {"j0", of_one<bessel_j0>, 1},
    {"j1", of_one<bessel_j1>, 1},
    {"y0", of_one<bessel_y0>, 1},
    {"y1", of_one<bessel_y1>, 1},
    {"jn", bessel_jn, 2},
    {"erfcinv", of_one<inverse_complement>, 1},
    {"erfinv", of_one<inverse_error>, 1},
    {"erfcx", of_one<scaled_complement>, 1},
    {"normcdf", of_one<normal>, 1},
    {"normcdfinv", of_one<inverse_normal>, 1},
    {"rcbrt", of_one<reciprocal_cube_root>, 1},
    {"rhypot", of_two<reciprocal_hypotenuse>, 2},
    {"norm3d", norm3d, 3},
    {"lround", to_integer<away_from_zero>, 1},
    {"llround", to_integer<away_from_zero>, 1},
    {"lrint", to_integer<nearest>, 1},
    {"llrint", to_integer<nearest>, 1},
};

template <std::size_t N> CallFunction look_up(const Function (&all)[N], std::string_view name, std::size_t arguments) {
  const Function *row =
      std::find_if(all, all + N, [&](const Function &r) { return r.name == name && r.arguments == arguments; });
  return row == all + N ? nullptr : row->function;
}

} // namespace

std::string_view opencl_name(std::string_view name) {
  constexpr std::pair<std::string_view, std::string_view> same[] = {{"__sinf", "sin"},
                                                                    {"__cosf", "cos"},
                                                                    {"__tanf", "tan"},
                                                                    {"__expf", "exp"},
                                                                    {"__exp10f", "exp10"},
                                                                    {"__logf", "log"},
                                                                    {"__log2f", "log2"},
                                                                    {"__log10f", "log10"},
                                                                    {"__frsqrt_rn", "rsqrt"},
                                                                    {"__powf", "pow"},
                                                                    {"__fdividef", "divide"},
                                                                    {"fdivide", "divide"},
                                                                    {"fdividef", "divide"},
                                                                    {"nearbyint", "rint"},
                                                                    {"nearbyintf", "rint"},
                                                                    {"scalbn", "ldexp"},
                                                                    {"scalbnf", "ldexp"},
                                                                    {"__lockstep_frexp_fraction", "frexp"},
                                                                    {"__lockstep_frexp_exponent", "frexp.out"},
                                                                    {"__lockstep_remquo_quotient", "remquo.out"},
                                                                    {"__mul64hi", "smulh"},
                                                                    {"__umul64hi", "umulh"}};
  const auto *found = std::find_if(std::begin(same), std::end(same), [&](const auto &s) { return s.first == name; });
  return found == std::end(same) ? name : found->second;
}

CallFunction cuda_function(std::string_view name, std::size_t arguments) {
  if (CallFunction f = look_up(other_functions, name, arguments))
    return f;
  if (names_mode(name))
    return look_up(functions_that_round, name.substr(0, name.size() - 3), arguments);
  if (!name.empty() && name.back() == 'f') // of floats
    return look_up(other_functions, name.substr(0, name.size() - 1), arguments);
  return nullptr;
}

} // namespace lockstep::semantics
