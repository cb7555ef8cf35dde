// Integer functions of CUDA and OpenCL against a reference of their own, at the ends of their types: each wraps,
// saturates or counts as its documentation says, and none supposes that nothing overflows.
#include "tests/unit/frontend/build_fixture.h"

#include <bit>
#include <functional>

namespace lockstep::frontend::test_integers {
namespace {

using Wide = __int128;
using Function = std::function<std::uint64_t(std::uint64_t x, std::uint64_t y, std::uint64_t z)>;
struct Row {
  const char *expression;
  Function reference;
};

std::int64_t as_signed(std::uint64_t v, unsigned width) {
  return static_cast<std::int64_t>(v << (64 - width)) >> (64 - width);
}
std::uint64_t cut(Wide v, unsigned width) { return cfg::mask_to_width(static_cast<std::uint64_t>(v), width); }

std::vector<std::uint64_t> samples(unsigned width) {
  const std::uint64_t sign = std::uint64_t(1) << (width - 1);
  std::vector<std::uint64_t> out;
  for (std::uint64_t v : {std::uint64_t(0), std::uint64_t(1), std::uint64_t(2), std::uint64_t(7), sign - 1, sign,
                          sign + 1, ~std::uint64_t(0), ~std::uint64_t(1), std::uint64_t(0x5a5a3c2d1e0f9687)})
    out.push_back(cfg::mask_to_width(v, width));
  return out;
}

// `text`: a kernel that writes row k's value to a[k].
void compare(const std::string &name, const std::string &text, const std::vector<Row> &rows, unsigned width) {
  BUILD(b, name, text);
  for (std::uint64_t x : samples(width))
    for (std::uint64_t y : samples(width))
      for (std::uint64_t z :
           {std::uint64_t(0), cfg::mask_to_width(0x7b31, width), cfg::mask_to_width(~std::uint64_t(0), width)}) {
        OneThread r(*b.kernel);
        r.fill("a", std::vector<std::uint64_t>(64));
        ASSERT_EQ(r.set("x", x).set("y", y).set("z", z).go(), "");
        EXPECT_EQ(r.overflows(), 0u) << "for x = " << x << ", y = " << y << ", z = " << z << " in\n" << b.text();
        for (std::size_t k = 0; k < rows.size(); ++k) {
          EXPECT_EQ(r.memory("a")[k], rows[k].reference(x, y, z))
              << rows[k].expression << " for x = " << x << ", y = " << y << ", z = " << z;
        }
      }
}

std::string body(const std::vector<Row> &rows) {
  std::string out;
  for (std::size_t k = 0; k < rows.size(); ++k)
    out += "a[" + std::to_string(k) + "] = " + rows[k].expression + ";\n";
  return out;
}

std::int64_t low24(std::uint64_t v) { return as_signed(v & 0xffffff, 24); }

TEST(Integers, OfCuda) {
  const auto s = [](std::uint64_t v) { return Wide(as_signed(v, 32)); };
  const auto distance = [](Wide p, Wide q) { return p > q ? p - q : q - p; };
  const std::vector<Row> rows = {
      {"__sad(x, y, z)", [&](auto x, auto y, auto z) { return cut(distance(s(x), s(y)) + z, 32); }},
      {"__usad(x, y, z)", [&](auto x, auto y, auto z) { return cut(distance(x, y) + z, 32); }},
      {"__mul24(x, y)", [&](auto x, auto y, auto) { return cut(Wide(low24(x)) * low24(y), 32); }},
      {"__umul24(x, y)", [&](auto x, auto y, auto) { return cut(Wide(x & 0xffffff) * (y & 0xffffff), 32); }},
      {"__mulhi(x, y)", [&](auto x, auto y, auto) { return cut(s(x) * s(y) >> 32, 32); }},
      {"__umulhi(x, y)", [&](auto x, auto y, auto) { return cut(Wide(x) * y >> 32, 32); }},
      {"__hadd(x, y)", [&](auto x, auto y, auto) { return cut((s(x) + s(y)) >> 1, 32); }},
      {"__rhadd(x, y)", [&](auto x, auto y, auto) { return cut((s(x) + s(y) + 1) >> 1, 32); }},
      {"__uhadd(x, y)", [&](auto x, auto y, auto) { return cut((Wide(x) + y) >> 1, 32); }},
      {"__urhadd(x, y)", [&](auto x, auto y, auto) { return cut((Wide(x) + y + 1) >> 1, 32); }},
      {"__popc(x)", [&](auto x, auto, auto) { return std::popcount(x); }},
      {"__clz(x)", [&](auto x, auto, auto) { return std::countl_zero(static_cast<std::uint32_t>(x)); }},
      {"__ffs(x)", [&](auto x, auto, auto) { return x == 0 ? 0 : std::countr_zero(x) + 1; }},
      {"__brev(x)",
       [&](auto x, auto, auto) {
         std::uint64_t out = 0;
         for (unsigned k = 0; k < 32; ++k)
           out |= (x >> k & 1) << (31 - k);
         return out;
       }},
      {"__byte_perm(x, y, z)",
       [&](auto x, auto y, auto z) {
         std::uint64_t out = 0;
         for (unsigned k = 0; k < 4; ++k)
           out |= ((y << 32 | x) >> 8 * (z >> 4 * k & 7) & 255) << 8 * k;
         return out;
       }},
      {"__funnelshift_l(x, y, z)", [&](auto x, auto y, auto z) { return cut((y << 32 | x) << (z & 31) >> 32, 32); }},
      {"__funnelshift_r(x, y, z)", [&](auto x, auto y, auto z) { return cut((y << 32 | x) >> (z & 31), 32); }},
      {"__funnelshift_lc(x, y, z)",
       [&](auto x, auto y, auto z) { return cut(z >= 32 ? x : (y << 32 | x) << z >> 32, 32); }},
      {"__funnelshift_rc(x, y, z)", [&](auto x, auto y, auto z) { return cut(z >= 32 ? y : (y << 32 | x) >> z, 32); }},
      {"umin(x, y) + umax(x, y)", [&](auto x, auto y, auto) { return cut(Wide(x) + y, 32); }},
      {"min((int)x, (int)y)", [&](auto x, auto y, auto) { return cut(std::min(s(x), s(y)), 32); }},
  };
  const std::string head = "__global__ void k(unsigned *a, unsigned x, unsigned y, unsigned z) {\n";
  compare("i.cu", head + body(rows) + "}\n", rows, 32);
  compare("i.hip", "#include <hip/hip_runtime.h>\n" + head + body(rows) + "}\n", rows, 32);
}

TEST(Integers, OfCudaWith64Bits) {
  const std::vector<Row> rows = {
      {"__popcll(x)", [&](auto x, auto, auto) { return std::popcount(x); }},
      {"__clzll(x)", [&](auto x, auto, auto) { return std::countl_zero(x); }},
      {"__ffsll(x)", [&](auto x, auto, auto) { return x == 0 ? 0 : std::countr_zero(x) + 1; }},
      {"__brevll(x)",
       [&](auto x, auto, auto) {
         std::uint64_t out = 0;
         for (unsigned k = 0; k < 64; ++k)
           out |= (x >> k & 1) << (63 - k);
         return out;
       }},
  };
  compare(
      "l.cu",
      "__global__ void k(unsigned long long *a, unsigned long long x, unsigned long long y, unsigned long long z) {\n" +
          body(rows) + "}\n",
      rows, 64);
}

// The functions of OpenCL for a type of `width` bits.
std::vector<Row> of_opencl(unsigned w, bool is_signed) {
  const auto n = [=](std::uint64_t v) { return is_signed ? Wide(as_signed(v, w)) : Wide(v); };
  const Wide high = is_signed ? (Wide(1) << (w - 1)) - 1 : (Wide(1) << w) - 1, low = is_signed ? -high - 1 : 0;
  const auto saturated = [=](Wide v) { return cut(std::max(low, std::min(high, v)), w); };
  return {
      {"abs_diff(x, y)", [=](auto x, auto y, auto) { return cut(n(x) > n(y) ? n(x) - n(y) : n(y) - n(x), w); }},
      {"abs(x)", [=](auto x, auto, auto) { return cut(n(x) < 0 ? -n(x) : n(x), w); }},
      {"add_sat(x, y)", [=](auto x, auto y, auto) { return saturated(n(x) + n(y)); }},
      {"sub_sat(x, y)", [=](auto x, auto y, auto) { return saturated(n(x) - n(y)); }},
      {"hadd(x, y)", [=](auto x, auto y, auto) { return cut((n(x) + n(y)) >> 1, w); }},
      {"rhadd(x, y)", [=](auto x, auto y, auto) { return cut((n(x) + n(y) + 1) >> 1, w); }},
      {"rotate(x, y)",
       [=](auto x, auto y, auto) {
         const unsigned by = static_cast<unsigned>(y % w);
         return by == 0 ? x : cut(x << by | x >> (w - by), w);
       }},
      {"clz(x)", [=](auto x, auto, auto) { return static_cast<std::uint64_t>(std::countl_zero(x)) - (64 - w); }},
      {"ctz(x)", [=](auto x, auto, auto) { return x == 0 ? w : static_cast<std::uint64_t>(std::countr_zero(x)); }},
      {"popcount(x)", [=](auto x, auto, auto) { return static_cast<std::uint64_t>(std::popcount(x)); }},
      {"min(x, y)", [=](auto x, auto y, auto) { return cut(std::min(n(x), n(y)), w); }},
      {"max(x, y)", [=](auto x, auto y, auto) { return cut(std::max(n(x), n(y)), w); }},
      {"clamp(x, min(y, z), max(y, z))",
       [=](auto x, auto y, auto z) {
         return cut(std::min(std::max(n(x), std::min(n(y), n(z))), std::max(n(y), n(z))), w);
       }},
      {"bitselect(x, y, z)", [=](auto x, auto y, auto z) { return (x & ~z) | (y & z); }},
      {"mul_hi(x, y)", [=](auto x, auto y, auto) { return cut(n(x) * n(y) >> w, w); }},
      {"mad_hi(x, y, z)", [=](auto x, auto y, auto z) { return cut((n(x) * n(y) >> w) + n(z), w); }},
      {"mad_sat(x, y, z)", [=](auto x, auto y, auto z) { return saturated(n(x) * n(y) + n(z)); }},
  };
}

void compare_cl(const std::string &type, unsigned width, bool is_signed, std::size_t left_out) {
  std::vector<Row> rows = of_opencl(width, is_signed);
  rows.resize(rows.size() - left_out); // wider products are functions that are known by name only
  const std::string text =
      "kernel void k(global " + type + " *a, " + type + " x, " + type + " y, " + type + " z) {\n" + body(rows) + "}\n";
  compare(type + ".cl", text, rows, width);
}

TEST(Integers, OfOpenCl) {
  compare_cl("char", 8, true, 0);
  compare_cl("uchar", 8, false, 0);
  compare_cl("short", 16, true, 0);
  compare_cl("ushort", 16, false, 0);
  compare_cl("int", 32, true, 1);
  compare_cl("uint", 32, false, 1);
  compare_cl("long", 64, true, 3);
  compare_cl("ulong", 64, false, 3);
}

TEST(Integers, OfOpenClWith24Bits) {
  const std::vector<Row> rows = {
      {"mul24(x >> 8, y >> 8)",
       [](auto x, auto y, auto) { return cut(Wide(as_signed(x, 32) >> 8) * (as_signed(y, 32) >> 8), 32); }},
      {"mad24(x >> 8, y >> 8, z)",
       [](auto x, auto y, auto z) { return cut(Wide(as_signed(x, 32) >> 8) * (as_signed(y, 32) >> 8) + Wide(z), 32); }},
      {"upsample((short)x, (ushort)y)", [](auto x, auto y, auto) { return (x & 0xffff) << 16 | (y & 0xffff); }},
  };
  compare("m.cl", "kernel void k(global int *a, int x, int y, int z) {\n" + body(rows) + "}\n", rows, 32);
}

} // namespace
} // namespace lockstep::frontend::test_integers
