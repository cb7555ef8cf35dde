// Generator (c): launches near the limits of types, whose truth is arithmetic.
//
// N threads with i = 0, 1, ..., N - 1 (or only the first n) each write i, of 64 bits, to element f(i). They race if and
// only if f is not injective there. f is a multiple of i plus a constant, cut to w bits, and then bijections of the
// words of w bits (odd factors, sums, exclusive ors with constants and with itself shifted). A * i + B takes one value
// modulo 2^w at i and j if and only if 2^w / gcd(A, 2^w) divides i - j: so f is injective on the first N numbers if and
// only if N is at most this period.
#include "tests/oracle/bytes/made.h"

#include <algorithm>
#include <bit>
#include <fmt/format.h>

namespace lockstep::oracle::bytes {

namespace {

using Big = unsigned __int128;

class Limits {
public:
  explicit Limits(const Wish &w) : w_(w), r_(w_.random) {}

  Made make() {
    made_.kernel = w_.name("k");
    made_.executable = false;
    const std::size_t kind = r_.weighted({55, 20, 15, 10});
    kind == 0 ? line() : kind == 1 ? plane() : kind == 2 ? stride() : local();
    made_.text = w_.text;
    made_.parts = w_.parts;
    return made_;
  }

private:
  // A launch of about `target` threads in the first dimension; how many there are.
  Big launch(Big target) {
    const std::uint64_t l = r_.one_of({1u, 32u, 64u, 96u, 128u, 256u, 250u, 1000u, 1024u});
    const Big whole = target / l;
    const auto g = static_cast<std::int64_t>(whole) + r_.between(-1, 2);
    made_.local[0] = l;
    made_.groups[0] =
        std::clamp<std::uint64_t>(static_cast<std::uint64_t>(std::max<std::int64_t>(g, 1)), 1, 2147483647);
    return Big(l) * made_.groups[0];
  }
  void truth(bool race, const std::string &what) {
    made_.truth = race ? Truth::Race : Truth::Right;
    made_.what = what + (race ? ", wraps" : ", fits");
  }
  std::string exact_id() const {
    return w_.cuda         ? "(ulong)blockIdx.x * blockDim.x + threadIdx.x"
           : r_local_form_ ? "(ulong)get_group_id(0) * get_local_size(0) + get_local_id(0)"
                           : "(ulong)get_global_id(0)";
  }
  void head() {
    w_.line(w_.kernel_head(made_.kernel, {w_.global() + "ulong *out"}));
    r_local_form_ = r_.percent(30);
    w_.line("  ulong i = " + exact_id() + ";");
  }

  void line() {
    const unsigned w = r_.one_of({8u, 16u, 16u, 31u, 32u, 32u, 32u, 33u, 24u});
    const unsigned shift = r_.percent(50) ? 0 : static_cast<unsigned>(r_.below(std::min(w, 10u)));
    const std::uint64_t odd = 2 * r_.below(r_.percent(60) ? 1 : 50) + 1;
    const std::uint64_t a = odd << shift, b = r_.percent(50) ? 0 : r_.below(1u << 12);
    const Big period = Big(1) << (w - shift);
    Big n = launch(r_.percent(70) ? period : Big(1) << r_.one_of({31, 32}));
    head();
    std::string guard;
    if (r_.percent(30)) {
      const std::uint64_t most = static_cast<std::uint64_t>(period) + r_.below(3) - 1;
      guard = fmt::format("if (i < {}ul) ", most);
      n = std::min<Big>(n, most);
    }
    const std::string affine = fmt::format("i * {}ul + {}ul", a, b);
    const char *type = w == 8 ? "uchar" : w == 16 ? "ushort" : w <= 32 ? "uint" : "ulong";
    std::string cut = affine;
    if (w == 8 || w == 16 || w == 32) {
      if (w == 32 && r_.percent(50)) // the factor applied to a word of 32 bits already
        cut = fmt::format("(uint)i * {}u + {}u", static_cast<std::uint32_t>(a), b);
      w_.line(fmt::format("  {} j = ({})({});", type, type, cut));
      if (r_.percent(25) && w < 64) // the same bits, read with a sign
        w_.line(fmt::format("  long at = ({})j + {}l;",
                            w == 8    ? "char"
                            : w == 16 ? "short"
                                      : "int",
                            std::uint64_t(1) << (w - 1)));
      else
        bijections(w, type);
    } else {
      w_.line(fmt::format("  {} j = ({})(({}) & {}ul);", type, type, affine, (std::uint64_t(1) << w) - 1));
      w_.line("  ulong at = j;");
    }
    w_.line(fmt::format("  {}out[at] = i;", guard));
    w_.line("}");
    truth(n > period, fmt::format("line of {} bits{}", w, guard.empty() ? "" : ", guarded"));
  }

  void bijections(unsigned w, const std::string &type) {
    std::string e = "j";
    for (std::uint64_t k = 0, steps = r_.weighted({60, 30, 10}); k < steps; ++k) {
      switch (r_.below(4)) {
      case 0: e = fmt::format("({})({} * {}u)", type, e, 2 * r_.below(40) + 1); break;
      case 1: e = fmt::format("({})({} + {}u)", type, e, r_.below(1u << std::min(w - 1, 20u))); break;
      case 2: e = fmt::format("({})({} ^ {}u)", type, e, r_.below(1u << std::min(w - 1, 20u))); break;
      default:
        w_.line(fmt::format("  {} x{} = {};", type, k, e));
        e = fmt::format("({0})(x{1} ^ (x{1} >> {2}))", type, k, r_.between(1, w - 1));
      }
    }
    const std::uint64_t wide = r_.percent(70) ? 1 : r_.between(2, 9); // of 64 bits: does not wrap
    w_.line(fmt::format("  ulong at = (ulong)({}) * {}ul;", e, wide));
  }

  // Rows of W elements: contiguous where W is the first dimension's size.
  void plane() {
    const unsigned w = r_.one_of({16u, 31u, 32u, 32u});
    const std::uint64_t lx = r_.one_of({1u, 8u, 16u, 32u}), ly = r_.one_of({1u, 4u, 8u, 16u});
    const std::uint64_t nx = lx * r_.between(1, w == 16 ? 40 : 8000);
    const Big rows = (Big(1) << w) / nx;
    const std::uint64_t gy =
        std::clamp<std::uint64_t>(static_cast<std::uint64_t>(rows / ly) + r_.below(3), 1, 65535 * 40);
    const Big ny = Big(gy) * ly;
    made_.local = {lx, ly, 1};
    made_.groups = {nx / lx, gy, 1};
    const std::uint64_t width = r_.percent(75) ? nx : nx + r_.below(3) - 1;
    const char *type = w == 16 ? "ushort" : "uint";
    w_.line(w_.kernel_head(made_.kernel, {w_.global() + "ulong *out"}));
    if (w_.cuda) {
      w_.line("  ulong x = (ulong)blockIdx.x * blockDim.x + threadIdx.x;");
      w_.line("  ulong y = (ulong)blockIdx.y * blockDim.y + threadIdx.y;");
    } else {
      w_.line("  ulong x = get_global_id(0);");
      w_.line("  ulong y = get_global_id(1);");
    }
    if (w == 31)
      w_.line(fmt::format("  uint j = (uint)(y * {}ul + x) & 0x7fffffffu;", width));
    else if (w == 32 && r_.percent(50))
      w_.line(fmt::format("  uint j = (uint)y * {}u + (uint)x;", width));
    else
      w_.line(fmt::format("  {0} j = ({0})(y * {1}ul + x);", type, width));
    w_.line(fmt::format("  out[j] = y * {}ul + x;", nx));
    w_.line("}");
    const Big last = (ny - 1) * width + nx - 1;
    const bool overlap = width < nx && ny >= 2;
    if (width > nx && last >> w != 0) { // gaps: not decided here
      made_.truth = Truth::Executions;
      made_.what = "plane with gaps";
      return;
    }
    truth(overlap || last >> w != 0, fmt::format("plane of {} bits", w));
  }

  // A grid-stride loop whose counter of 32 bits goes round. Back at the start it is another thread's unless N divides
  // 2^32.
  void stride() {
    const std::uint64_t l = r_.one_of({32u, 64u, 96u, 256u, 100u});
    const std::uint64_t g = r_.between(1, 5000);
    made_.local[0] = l;
    made_.groups[0] = g;
    const std::uint64_t all = l * g, word = std::uint64_t(1) << 32;
    const std::uint64_t n = r_.percent(50)   ? word - 1 - r_.below(3 * all)
                            : r_.percent(50) ? word - all
                                             : r_.below(word);
    w_.line(w_.kernel_head(made_.kernel, {w_.global() + "ulong *out"}));
    w_.line("  uint id = " + std::string(w_.cuda ? "blockIdx.x * blockDim.x + threadIdx.x;" : "get_global_id(0);"));
    w_.line("  uint step = " + std::string(w_.cuda ? "gridDim.x * blockDim.x;" : "get_global_size(0);"));
    w_.line(fmt::format("  for (uint i = id; i < {}u; i += step)", n));
    w_.line("    out[i] = id + 1;");
    w_.line("}");
    truth(n > word - all && word % all != 0, "strides");
  }

  // Elements of a group's own, or shared by groups: the group's number is cut, too.
  void local() {
    const unsigned w = r_.one_of({8u, 16u});
    const std::uint64_t l = r_.one_of({16u, 64u, 256u});
    made_.local[0] = l;
    made_.groups[0] = ((std::uint64_t(1) << w) + r_.below(4)) - 1;
    const char *type = w == 8 ? "uchar" : "ushort";
    const std::uint64_t each = r_.percent(70) ? l : l - 1;
    w_.line(w_.kernel_head(made_.kernel, {w_.global() + "ulong *out"}));
    w_.line(fmt::format("  {0} g = ({0}){1};", type, w_.cuda ? "blockIdx.x" : "get_group_id(0)"));
    w_.line("  ulong t = " + std::string(w_.cuda ? "threadIdx.x;" : "get_local_id(0);"));
    w_.line(fmt::format("  out[(ulong)g * {} + t] = (ulong){} * {} + t;", each,
                        w_.cuda ? "blockIdx.x" : "get_group_id(0)", l));
    w_.line("}");
    truth(made_.groups[0] > (std::uint64_t(1) << w) || each < l, fmt::format("groups of {} bits", w));
  }

  Writer w_;
  Random &r_;
  Made made_;
  bool r_local_form_ = false;
};

} // namespace

Made make_limit(const Wish &w) { return Limits(w).make(); }

} // namespace lockstep::oracle::bytes
