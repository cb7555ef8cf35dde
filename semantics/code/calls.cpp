// Functions known by name (calls.h): the host's mathematics library. Built-in functions of OpenCL may err by some
// units in the last place; these are what an exact library rounds to, give or take one.
#include "semantics/code/calls.h"

#include "cfg/ir/evaluate_inline.h"
#include "semantics/code/cuda_calls.h"

#include <algorithm>
#include <charconv>
#include <functional>
#include <string>
#include <unordered_map>

namespace lockstep::semantics {

namespace {
using cfg::from_double;
using cfg::mask_to_width;
using cfg::to_double;
using cfg::to_signed;
using cfg::Undefined;

using Args = std::span<const std::uint64_t>;

double arg(const CallShape &s, Args a, std::size_t i) {
  return s.args[i].is_float() ? to_double(a[i], s.args[i].width)
                              : static_cast<double>(to_signed(a[i], s.args[i].width));
}
std::uint64_t give(const CallShape &s, double v) {
  if (s.result.is_float())
    return from_double(v, s.result.width);
  Undefined u = Undefined::No;
  return cfg::float_to_int(true, 64, s.result.width, std::bit_cast<std::uint64_t>(v), u);
}

constexpr double pi = 3.14159265358979323846;

// --- floats, computed in double: one more rounding, of a value that is nearly exact -----------------------------
template <double (*F)(double)> std::uint64_t unary_call(const CallShape &s, Args a) { return give(s, F(arg(s, a, 0))); }
template <double (*F)(double, double)> std::uint64_t binary_call(const CallShape &s, Args a) {
  return give(s, F(arg(s, a, 0), arg(s, a, 1)));
}
template <double (*F)(double, double, double)> std::uint64_t ternary_call(const CallShape &s, Args a) {
  return give(s, F(arg(s, a, 0), arg(s, a, 1), arg(s, a, 2)));
}

double rsqrt(double x) { return 1 / std::sqrt(x); }
double reciprocal(double x) { return 1 / x; }
double quotient(double x, double y) { return x / y; }
double exp10_of(double x) { return std::pow(10.0, x); }
double acospi(double x) { return std::acos(x) / pi; }
double asinpi(double x) { return std::asin(x) / pi; }
double atanpi(double x) { return std::atan(x) / pi; }
double atan2pi(double y, double x) { return std::atan2(y, x) / pi; }
double sinpi(double x) { return std::sin(pi * std::fmod(x, 2)); }
double cospi(double x) { return std::cos(pi * std::fmod(x, 2)); }
double tanpi(double x) { return std::tan(pi * std::fmod(x, 1)); }
double degrees(double x) { return x * (180 / pi); }
double radians(double x) { return x * (pi / 180); }
double sign_of(double x) { return std::isnan(x) ? 0 : x > 0 ? 1 : x < 0 ? -1 : x; }
double step_of(double edge, double x) { return x < edge ? 0 : 1; }
double mix_of(double x, double y, double a) { return x + (y - x) * a; }
double smoothstep(double e0, double e1, double x) {
  double t = std::clamp((x - e0) / (e1 - e0), 0.0, 1.0);
  return t * t * (3 - 2 * t);
}
double maxmag(double x, double y) {
  return std::fabs(x) > std::fabs(y) ? x : std::fabs(y) > std::fabs(x) ? y : std::fmax(x, y);
}
double minmag(double x, double y) {
  return std::fabs(x) < std::fabs(y) ? x : std::fabs(y) < std::fabs(x) ? y : std::fmin(x, y);
}
double power(double x, double y) { return std::pow(x, y); }
double scale(double x, double n) { return std::ldexp(x, static_cast<int>(std::clamp(n, -5000.0, 5000.0))); }
double rootn(double x, double n) {
  bool odd = std::fmod(n, 2) != 0;
  return x < 0 && odd ? -std::pow(-x, 1 / n) : std::pow(x, 1 / n);
}
double exponent(double x) { return std::ilogb(x); }
double fract(double x) { return std::fmin(x - std::floor(x), std::nextafter(1.0, 0.0)); }
double whole(double x) { return std::trunc(x); }
double part_of(double x) { return std::isinf(x) ? std::copysign(0.0, x) : x - std::trunc(x); }
double mantissa(double x) {
  int e;
  return std::frexp(x, &e);
}
double frexp_exponent(double x) {
  int e = 0;
  std::frexp(x, &e);
  return e;
}
double log_gamma(double x) { return std::lgamma(x); }
double gamma_sign(double x) { return x >= 0 || std::fmod(std::floor(x), 2) == 0 ? 1 : -1; }
double quotient_bits(double x, double y) {
  int q = 0;
  std::remquo(x, y, &q);
  return q;
}
double next_after_double(double x, double y) { return std::nextafter(x, y); }

// The neighbour in the type itself.
std::uint64_t next_after(const CallShape &s, Args a) {
  if (s.result.width == 32)
    return std::bit_cast<std::uint32_t>(
        std::nextafter(static_cast<float>(arg(s, a, 0)), static_cast<float>(arg(s, a, 1))));
  if (s.result.width == 64)
    return give(s, next_after_double(arg(s, a, 0), arg(s, a, 1)));
  double x = arg(s, a, 0), y = arg(s, a, 1);
  if (std::isnan(x) || std::isnan(y) || x == y)
    return give(s, std::isnan(x) ? x : y);
  if (x == 0)
    return y < 0 ? 0x8001 : 1;
  return (y > x) == (x > 0) ? a[0] + 1 : a[0] - 1;
}
// One rounding: in the type itself.
std::uint64_t fused(const CallShape &s, Args a) {
  if (s.result.width == 32)
    return std::bit_cast<std::uint32_t>(
        std::fma(static_cast<float>(arg(s, a, 0)), static_cast<float>(arg(s, a, 1)), static_cast<float>(arg(s, a, 2))));
  return give(s, std::fma(arg(s, a, 0), arg(s, a, 1), arg(s, a, 2)));
}
// Fused or not, as the compiler likes; here: not.
std::uint64_t multiply_add(const CallShape &s, Args a) {
  Undefined never = Undefined::No;
  const unsigned w = s.result.width;
  const std::uint64_t product = cfg::evaluate_bits(cfg::Op::FMul, w, w, 0, a[0], a[1], 0, never);
  return cfg::evaluate_bits(cfg::Op::FAdd, w, w, 0, product, a[2], 0, never);
}
std::uint64_t is_inf(const CallShape &s, Args a) { return std::isinf(arg(s, a, 0)); }
std::uint64_t is_finite(const CallShape &s, Args a) { return std::isfinite(arg(s, a, 0)); }
std::uint64_t is_normal(const CallShape &s, Args a) {
  const double smallest = s.args[0].width == 16 ? 0x1p-14 : s.args[0].width == 32 ? 0x1p-126 : 0x1p-1022;
  const double v = arg(s, a, 0);
  return std::isfinite(v) && std::fabs(v) >= smallest;
}
std::uint64_t any_nan(const CallShape &s, Args) { return give(s, std::numeric_limits<double>::quiet_NaN()); }

// --- whole vectors ------------------------------------------------------------------------------------------
double dot_of(const CallShape &s, Args a, std::size_t x, std::size_t y, std::size_t n) {
  double sum = 0;
  for (std::size_t i = 0; i < n; ++i)
    sum += arg(s, a, x + i) * arg(s, a, y + i);
  return sum;
}
std::uint64_t dot(const CallShape &s, Args a) { return give(s, dot_of(s, a, 0, a.size() / 2, a.size() / 2)); }
std::uint64_t length(const CallShape &s, Args a) { return give(s, std::sqrt(dot_of(s, a, 0, 0, a.size()))); }
std::uint64_t distance(const CallShape &s, Args a) {
  double sum = 0;
  for (std::size_t i = 0, n = a.size() / 2; i < n; ++i)
    sum += (arg(s, a, i) - arg(s, a, n + i)) * (arg(s, a, i) - arg(s, a, n + i));
  return give(s, std::sqrt(sum));
}
std::uint64_t normalize(const CallShape &s, Args a) {
  double l = std::sqrt(dot_of(s, a, 0, 0, a.size()));
  return give(s, l == 0 ? arg(s, a, s.part) : arg(s, a, s.part) / l);
}
std::uint64_t cross(const CallShape &s, Args a) {
  if (s.part > 2)
    return give(s, 0);
  std::size_t n = a.size() / 2, i = (s.part + 1) % 3, j = (s.part + 2) % 3;
  return give(s, arg(s, a, i) * arg(s, a, n + j) - arg(s, a, j) * arg(s, a, n + i));
}

// --- integers -----------------------------------------------------------------------------------------------
std::uint64_t leading_zeros(const CallShape &s, Args a) {
  return mask_to_width(static_cast<unsigned>(std::countl_zero(a[0])) - (64 - s.args[0].width), s.result.width);
}
std::uint64_t trailing_zeros(const CallShape &s, Args a) {
  return a[0] == 0 ? s.args[0].width : static_cast<std::uint64_t>(std::countr_zero(a[0]));
}
std::uint64_t reversed(const CallShape &s, Args a) {
  std::uint64_t r = 0;
  for (unsigned i = 0; i < s.args[0].width; ++i)
    r |= (a[0] >> i & 1) << (s.args[0].width - 1 - i);
  return r;
}
std::uint64_t ones(const CallShape &, Args a) { return static_cast<std::uint64_t>(std::popcount(a[0])); }
std::uint64_t signed_high(const CallShape &s, Args a) {
  unsigned w = s.args[0].width;
  return mask_to_width(
      static_cast<std::uint64_t>((static_cast<__int128>(to_signed(a[0], w)) * to_signed(a[1], w)) >> w), w);
}
std::uint64_t unsigned_high(const CallShape &s, Args a) {
  return static_cast<std::uint64_t>((static_cast<unsigned __int128>(a[0]) * a[1]) >> s.args[0].width);
}
std::uint64_t signed_mad_sat(const CallShape &s, Args a) {
  unsigned w = s.args[0].width;
  const __int128 high = (static_cast<__int128>(1) << (w - 1)) - 1;
  __int128 v = static_cast<__int128>(to_signed(a[0], w)) * to_signed(a[1], w) + to_signed(a[2], w);
  return mask_to_width(static_cast<std::uint64_t>(std::clamp(v, -high - 1, high)), w);
}
std::uint64_t unsigned_mad_sat(const CallShape &s, Args a) {
  unsigned w = s.args[0].width;
  unsigned __int128 product = static_cast<unsigned __int128>(a[0]) * a[1], top = mask_to_width(~std::uint64_t(0), w);
  return product > top || product + a[2] > top ? static_cast<std::uint64_t>(top)
                                               : static_cast<std::uint64_t>(product + a[2]);
}
std::uint64_t signed_overflows(const CallShape &s, Args a) {
  unsigned w = s.args[0].width;
  __int128 v = static_cast<__int128>(to_signed(a[0], w)) * to_signed(a[1], w);
  return v != to_signed(mask_to_width(static_cast<std::uint64_t>(v), w), w);
}
std::uint64_t unsigned_overflows(const CallShape &s, Args a) {
  return (static_cast<unsigned __int128>(a[0]) * a[1]) >> s.args[0].width != 0;
}

struct Row {
  const char *name;
  CallFunction function;
  std::size_t args; // 0: any number
};

#define UNARY(name, f) {name, unary_call<f>, 1}
#define BINARY(name, f) {name, binary_call<f>, 2}
#define TERNARY(name, f) {name, ternary_call<f>, 3}
double acos_(double x) { return std::acos(x); }
double acosh_(double x) { return std::acosh(x); }
double asin_(double x) { return std::asin(x); }
double asinh_(double x) { return std::asinh(x); }
double atan_(double x) { return std::atan(x); }
double atanh_(double x) { return std::atanh(x); }
double atan2_(double y, double x) { return std::atan2(y, x); }
double cbrt_(double x) { return std::cbrt(x); }
double ceil_(double x) { return std::ceil(x); }
double copysign_(double x, double y) { return std::copysign(x, y); }
double cos_(double x) { return std::cos(x); }
double cosh_(double x) { return std::cosh(x); }
double erf_(double x) { return std::erf(x); }
double erfc_(double x) { return std::erfc(x); }
double exp_(double x) { return std::exp(x); }
double exp2_(double x) { return std::exp2(x); }
double expm1_(double x) { return std::expm1(x); }
double fdim_(double x, double y) { return std::fdim(x, y); }
double floor_(double x) { return std::floor(x); }
double fmod_(double x, double y) { return std::fmod(x, y); }
double hypot_(double x, double y) { return std::hypot(x, y); }
double log_(double x) { return std::log(x); }
double log2_(double x) { return std::log2(x); }
double log10_(double x) { return std::log10(x); }
double log1p_(double x) { return std::log1p(x); }
double logb_(double x) { return std::logb(x); }
double remainder_(double x, double y) { return std::remainder(x, y); }
double rint_(double x) { return std::nearbyint(x); }
double round_(double x) { return std::round(x); }
double sin_(double x) { return std::sin(x); }
double sinh_(double x) { return std::sinh(x); }
double sqrt_(double x) { return std::sqrt(x); }
double tan_(double x) { return std::tan(x); }
double tanh_(double x) { return std::tanh(x); }
double tgamma_(double x) { return std::tgamma(x); }

constexpr Row rows[] = {UNARY("acos", acos_),
                        UNARY("acosh", acosh_),
                        UNARY("acospi", acospi),
                        UNARY("asin", asin_),
                        UNARY("asinh", asinh_),
                        UNARY("asinpi", asinpi),
                        UNARY("atan", atan_),
                        BINARY("atan2", atan2_),
                        UNARY("atanh", atanh_),
                        UNARY("atanpi", atanpi),
                        BINARY("atan2pi", atan2pi),
                        UNARY("cbrt", cbrt_),
                        UNARY("ceil", ceil_),
                        BINARY("copysign", copysign_),
                        UNARY("cos", cos_),
                        UNARY("cosh", cosh_),
                        UNARY("cospi", cospi),
                        UNARY("erfc", erfc_),
                        UNARY("erf", erf_),
                        UNARY("exp", exp_),
                        UNARY("exp2", exp2_),
                        UNARY("exp10", exp10_of),
                        UNARY("expm1", expm1_),
                        BINARY("fdim", fdim_),
                        UNARY("floor", floor_),
                        {"fma", fused, 3},
                        BINARY("fmod", fmod_),
                        {"fmuladd", fused, 3},
                        BINARY("hypot", hypot_),
                        UNARY("ilogb", exponent),
                        BINARY("ldexp", scale),
                        UNARY("lgamma", log_gamma),
                        UNARY("log", log_),
                        UNARY("log2", log2_),
                        UNARY("log10", log10_),
                        UNARY("log1p", log1p_),
                        UNARY("logb", logb_),
                        {"mad", multiply_add, 3},
                        BINARY("maxmag", maxmag),
                        BINARY("minmag", minmag),
                        {"nan", any_nan, 1},
                        {"nextafter", next_after, 2},
                        BINARY("pow", power),
                        BINARY("pown", power),
                        BINARY("powr", power),
                        BINARY("remainder", remainder_),
                        UNARY("rint", rint_),
                        BINARY("rootn", rootn),
                        UNARY("round", round_),
                        UNARY("rsqrt", rsqrt),
                        UNARY("sin", sin_),
                        UNARY("sinh", sinh_),
                        UNARY("sinpi", sinpi),
                        UNARY("tan", tan_),
                        UNARY("tanh", tanh_),
                        UNARY("tanpi", tanpi),
                        UNARY("tgamma", tgamma_),
                        UNARY("trunc", whole),
                        UNARY("degrees", degrees),
                        UNARY("radians", radians),
                        TERNARY("mix", mix_of),
                        BINARY("step", step_of),
                        TERNARY("smoothstep", smoothstep),
                        UNARY("sign", sign_of),
                        UNARY("sqrt", sqrt_),
                        BINARY("divide", quotient),
                        UNARY("recip", reciprocal),
                        UNARY("fract", fract),
                        UNARY("fract.out", floor_),
                        UNARY("modf", part_of),
                        UNARY("modf.out", whole),
                        UNARY("sincos", sin_),
                        UNARY("sincos.out", cos_),
                        UNARY("frexp", mantissa),
                        UNARY("frexp.out", frexp_exponent),
                        BINARY("remquo", remainder_),
                        BINARY("remquo.out", quotient_bits),
                        UNARY("lgamma_r", log_gamma),
                        UNARY("lgamma_r.out", gamma_sign),
                        {"isinf", is_inf, 1},
                        {"isfinite", is_finite, 1},
                        {"isnormal", is_normal, 1},
                        {"dot", dot, 0},
                        {"length", length, 0},
                        {"fast_length", length, 0},
                        {"distance", distance, 0},
                        {"fast_distance", distance, 0},
                        {"normalize", normalize, 0},
                        {"fast_normalize", normalize, 0},
                        {"cross", cross, 0},
                        {"clz", leading_zeros, 1},
                        {"ctz", trailing_zeros, 1},
                        {"popcount", ones, 1},
                        {"bitreverse", reversed, 1},
                        {"smulh", signed_high, 2},
                        {"umulh", unsigned_high, 2},
                        {"smad_sat", signed_mad_sat, 3},
                        {"umad_sat", unsigned_mad_sat, 3},
                        {"smul_overflow", signed_overflows, 2},
                        {"umul_overflow", unsigned_overflows, 2}};
#undef UNARY
#undef BINARY
#undef TERNARY

const Row *row_of(std::string_view name) {
  for (const Row &r : rows)
    if (name == r.name)
      return &r;
  return nullptr;
}

// --- convert_<type>[_sat][_rounding].<source type>, to_half[_rounding] ------------------------------------------
double rounded(double v, std::string_view mode, bool to_integer) {
  if (mode == "_rtp")
    return std::ceil(v);
  if (mode == "_rtn")
    return std::floor(v);
  return mode == "_rte" || (mode.empty() && !to_integer) ? std::nearbyint(v) : std::trunc(v);
}
std::uint64_t convert_float(const CallShape &s, Args a) { // from a float to an integer, saturating or not
  std::string_view name = s.name, mode;
  for (std::string_view m : {"_rte", "_rtz", "_rtp", "_rtn"})
    if (name.ends_with(m)) {
      mode = m;
      name.remove_suffix(m.size());
    }
  bool is_unsigned = name.starts_with("convert_u");
  Undefined u = Undefined::No;
  double v = rounded(arg(s, a, 0), mode, true);
  return cfg::float_to_int(!is_unsigned, 64, s.result.width, std::bit_cast<std::uint64_t>(v), u);
}

// Bytes that no member names and nobody wrote, as all threads store them (frontend/passes/bytes.cpp).
std::uint64_t padding(const CallShape &, Args) { return 0xa5a5a5a5a5a5a5a5U; }

// "f32" or "ui16" at the end of a name: the first argument's type.
bool is_type_suffix(std::string_view t) {
  if (t.starts_with("ui"))
    t.remove_prefix(1);
  if (t == "bool")
    return true;
  return t.size() >= 2 && (t[0] == 'i' || t[0] == 'f') &&
         std::all_of(t.begin() + 1, t.end(), [](char c) { return c >= '0' && c <= '9'; });
}
} // namespace

std::optional<CallShape> find_call(const cfg::ExprNode &call) {
  CallShape s;
  s.result = call.type;
  for (const cfg::Expr &a : call.args)
    s.args.push_back(a->type);
  std::string_view name = call.name;
  auto last = [&] {
    return name.substr(name.rfind('.') == std::string_view::npos ? name.size() : name.rfind('.') + 1);
  };
  if (std::string_view part = last(); !part.empty() && part[0] >= '0' && part[0] <= '9') { // a vector's component
    if (std::from_chars(part.data(), part.data() + part.size(), s.part).ec != std::errc())
      return std::nullopt;
    name.remove_suffix(part.size() + 1);
  }
  if (std::string_view type = last(); is_type_suffix(type))
    name.remove_suffix(type.size() + 1);
  if (CallFunction f = cuda_function(name, s.args.size())) {
    s.name = name;
    s.function = f;
    return s;
  }
  name = opencl_name(name);
  for (std::string_view prefix : {"native_", "half_", "llvm."})
    if (name.starts_with(prefix))
      name.remove_prefix(prefix.size());
  // CUDA's functions of floats are those of doubles with an f.
  if (!row_of(name) && name.ends_with('f') && !s.args.empty() && s.args[0] == cfg::float_type(32))
    name.remove_suffix(1);
  s.name = name;
  if (name.starts_with("convert_") && s.args.size() == 1 && s.args[0].is_float() && s.result.is_int()) {
    s.function = convert_float;
    return s;
  }
  if (name == "padding" && s.args.empty()) {
    s.function = padding;
    return s;
  }
  const Row *r = row_of(name);
  if (r == nullptr || (r->args != 0 && r->args != s.args.size()) || (r->args == 0 && s.args.empty()))
    return std::nullopt;
  s.function = r->function;
  return s;
}

std::uint64_t hashed_call(const cfg::ExprNode &call, std::span<const std::uint64_t> args) {
  std::uint64_t h = std::hash<std::string>()(call.name);
  for (std::uint64_t a : args)
    h = (h ^ a) * 0x9e3779b97f4a7c15U ^ (h >> 29);
  h ^= h >> 32;
  return mask_to_width(h, call.type.width);
}

} // namespace lockstep::semantics
