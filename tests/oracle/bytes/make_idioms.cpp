// Generator (b): compositions of two to four idioms of real programs (scans, reductions, double buffers, halos, queues,
// rings, tiles, histograms, warps' buffers ...) over two arrays in group memory, with at most one mistake: a barrier
// left out or in a branch, an index or bound off by one, the wrong array, a plain access for an atomic one, a scope or
// width too narrow.
//
// A kernel is generated twice from the same choices: first to count the places where a mistake could be made, then with
// the one that was drawn.
#include "tests/oracle/bytes/made.h"

#include <fmt/format.h>

namespace lockstep::oracle::bytes {

namespace {

class Idioms {
public:
  Idioms(const Wish &w, int mistake) : w_(w), r_(w_.random), mistake_(mistake) {}

  Made make() {
    made_.kernel = w_.name("k");
    made_.truth = Truth::Right;
    const bool warps = w_.cuda && r_.percent(6);
    size_ = warps ? 64 : r_.one_of({4u, 8u, 8u, 8u, 6u, 7u, 12u});
    power_ = (size_ & (size_ - 1)) == 0;
    groups_ = r_.percent(50) ? 1 : 2;
    made_.local[0] = size_;
    made_.groups[0] = groups_;
    l_ = std::to_string(size_);
    w_.line(w_.kernel_head(
        made_.kernel, {w_.global() + "uint *in", w_.global() + "uint *out", w_.global() + "uint *more", "uint n"}));
    for (const char *array : {"a", "b"})
      w_.line(fmt::format("  {}uint {}[{}];", w_.group(), array, 2 * size_ + 2));
    w_.line(fmt::format("  {}uint c[2];", w_.group()));
    w_.line("  int t = " + w_.local_id() + ";");
    w_.line("  int g = " + w_.group_id() + ";");
    w_.line(fmt::format("  int id = g * {} + t;", l_));
    w_.line("  uint x = id * 3 + 1;");
    w_.line(fmt::format("  a[t] = in[id];"));
    line("a[t + {}] = {};", l_, pick("t + n", "t", "value"));
    line("b[t] = {};", "x");
    line("b[t + {}] = x;", l_);
    w_.part("if (t == 0) { c[0] = 0; c[1] = n; }");
    barrier();
    for (std::uint64_t n = 0, phases = r_.between(1, 3); n < phases; ++n)
      phase(warps);
    line("out[{}] = x;", pick("id", groups_ > 1 ? "t" : "id / 2", "wrong index of the result"));
    w_.line("}");
    made_.what = told_.empty() ? "right" : told_;
    if (!told_.empty())
      made_.truth = Truth::Executions;
    made_.text = w_.text;
    made_.parts = w_.parts;
    places_ = place_;
    return made_;
  }
  int places() const { return places_; }

private:
  template <typename... T> void line(fmt::format_string<T...> f, T &&...rest) {
    w_.part(fmt::format(f, std::forward<T>(rest)...));
  }
  // A place where the mistake may be made.
  std::string pick(const std::string &right, const std::string &wrong, const std::string &name) {
    if (place_++ != mistake_)
      return right;
    told_ = name;
    return wrong;
  }
  void barrier() { w_.part(pick(w_.barrier(), ";", "barrier left out")); }

  void phase(bool warps) {
    switch (warps ? 14 + r_.below(2) : r_.below(14)) {
    case 0: return scan();
    case 1: return reduce();
    case 2: return double_buffer();
    case 3: return halo();
    case 4: return tile();
    case 5: return queue();
    case 6: return ring();
    case 7: return chunk();
    case 8: return histogram();
    case 9: return broadcast();
    case 10: return narrow();
    case 11: return counter();
    case 12: return exchange();
    case 13: return permute();
    case 14: return warp_buffer();
    default: return scan();
    }
  }
  std::string array() { return r_.percent(50) ? "a" : "b"; }
  static std::string other(const std::string &a) { return a == "a" ? "b" : "a"; }

  void scan() {
    const std::string a = array();
    line("for (int d = 1; d < {}; d *= 2) {{", l_);
    const unsigned open = w_.parts - 1;
    line("  uint v = 0; if (t >= {}) v = {}[t - d];", pick("d", "d / 2 + d", "bound"), a);
    barrier();
    line("  {}[{}] += v;", a, pick("t", "t ^ 1", "wrong index"));
    barrier();
    close(open);
  }
  void reduce() {
    if (!power_)
      return scan();
    const std::string a = array();
    const bool inside = pick("", "inside", "barrier in a branch") == "inside";
    line("for (int s = {} / 2; s > 0; s /= 2) {{", l_);
    const unsigned open = w_.parts - 1;
    line("  if ({}) {{ {}[t] += {}[t + {}]; {} }}", pick("t < s", "t <= s", "off by one"), a, a,
         pick("s", "s - 1", "off by one"), inside ? w_.barrier() : "");
    if (!inside)
      barrier();
    close(open);
    line("x += {}[{}];", a, pick("0", "t + 1", "another element"));
    barrier();
  }
  void double_buffer() {
    const std::string a = array();
    line("for (int k = 0; k < {}; ++k) {{", r_.between(2, 5));
    const unsigned open = w_.parts - 1;
    line("  int now = ({}) * {};", pick("k & 1", "k & 2", "one buffer for two"),
         pick(l_, std::to_string(size_ - 1), "off by one"));
    line("  {}[now + t] = in[k * {} + t] + x;", a, l_);
    barrier();
    line("  x += {}[now + (t + {}) % {}];", a, r_.between(1, 3), l_);
    close(open);
    barrier();
  }
  void halo() {
    const std::string a = array();
    line("{}[t + {}] = x;", a, pick("1", "t", "index"));
    line("if (t == 0) {}[0] = in[n % 1024];", a);
    line("if (t == {} - 1) {}[{} + {}] = 7;", l_, a, l_, pick("1", "0", "off by one"));
    barrier();
    line("x += {0}[t] + {0}[t + 1] + {0}[t + 2];", a);
    barrier();
  }
  void tile() {
    const std::string a = array();
    const std::uint64_t w = r_.one_of({2, 3, 4});
    const std::string rows = fmt::format("(({} + {} - 1) / {})", l_, w, w);
    line("{}[t % {} * {} + t / {}] = x;", a, w, pick(rows, fmt::format("({} - 1)", rows), "off by one"),
         pick(std::to_string(w), std::to_string(w + 1), "wrong width"));
    barrier();
    line("x += {}[t];", a);
    barrier();
  }
  void queue() {
    line("if (in[id] {} 0) {{", r_.percent(50) ? ">" : "!=");
    const unsigned open = w_.parts - 1;
    line("  uint at = {};", pick(w_.cuda ? "atomicAdd(&c[0], 1u)" : "atomic_inc(&c[0])", "c[0]++", "plain counter"));
    line("  {}[at % {}] = x;", pick("a", "c", "wrong array") == "a" ? "a" : "c", pick(l_, "2", "ring too small"));
    close(open);
    barrier();
    line("if (t < (int)c[0]) x += a[t];");
    barrier();
    w_.part("if (t == 0) c[0] = 0;");
    barrier();
  }
  void ring() {
    const std::string a = array();
    line("for (int k = 0; k < {}; ++k) {{", r_.between(2, 4));
    const unsigned open = w_.parts - 1;
    line("  {}[(t + k) % {}] = x + k;", a, pick(l_, std::to_string(size_ - 1), "off by one"));
    barrier();
    line("  x += {}[(t + k + {}) % {}];", a, r_.between(1, 2), l_);
    barrier();
    close(open);
  }
  void chunk() { // odd sizes, strided
    const std::uint64_t m = r_.between(size_ + 1, 2 * size_ + 1);
    line("for (int i = t; i {} {}; i += {})", pick("<", "<=", "off by one"), m,
         pick(l_, std::to_string(size_ - 1), "stride off by one"));
    line("  more[g * {} + i] = i + {};", pick(std::to_string(m), std::to_string(m - 1), "chunks overlap"), "x");
    if (r_.percent(50)) {
      barrier();
      line("x += more[g * {} + {}];", m, r_.below(m));
    }
    barrier();
  }
  void histogram() {
    const std::string bin = fmt::format("{}[in[id] % {}]", array(), r_.between(2, 4));
    line("{};", pick((w_.cuda ? "atomicAdd(&" : "atomic_add(&") + bin + ", 1u)", bin + "++", "plain addition"));
    barrier();
    line("x += {};", bin);
    barrier();
  }
  void broadcast() {
    line("if ({}) c[1] = x;", pick("t == 0", "t < 2", "two write"));
    barrier();
    line("x += c[1];");
    barrier();
  }
  void narrow() { // 16-bit and 32-bit views of one array
    const std::string a = array(), p = w_.group_pointee();
    line("(({}ushort *){})[t] = (ushort)x;", p, a);
    barrier();
    line("x += {}[t / 2];", a);
    barrier();
    line("*({0}{1} *)(({0}uchar *){2} + {3} * t) = ({1})x;", p, pick("ushort", "uint", "width"), a,
         pick("4", "2", "stride"));
    barrier();
  }
  void counter() { // of all groups
    if (w_.cuda)
      line("x += {}(&more[{}], 1u);", pick("atomicAdd", "atomicAdd_block", "scope"), 4000 + w_.parts);
    else
      line("x += atomic_fetch_add_explicit((volatile __global atomic_uint *)&more[{}], 1u, memory_order_relaxed, {});",
           4000 + w_.parts, pick("memory_scope_device", "memory_scope_work_group", "scope"));
  }
  void exchange() { // through global memory
    line("more[{} + id] = x;", 2000 + 100 * w_.parts);
    const unsigned at = w_.parts - 1;
    w_.part(w_.cuda ? pick("__syncthreads();", "__threadfence();", "fence for barrier")
                    : pick("barrier(CLK_GLOBAL_MEM_FENCE);", "barrier(CLK_LOCAL_MEM_FENCE);", "wrong fence"));
    line("x += more[{} + g * {} + {}];", 2000 + 100 * at, l_,
         pick(fmt::format("(t + 1) % {}", l_), "t + 1", "beyond the group"));
    barrier();
  }
  void permute() {
    const std::string a = array();
    const std::uint64_t by = r_.one_of({5u, 11u, 13u}), mask = power_ ? r_.below(size_) : 0;
    line("{}[(t * {} {} {}) % {}] = x;", a,
         pick(std::to_string(by), std::to_string(size_ % 2 ? size_ : 2), "not coprime"), power_ ? "^" : "+", mask, l_);
    barrier();
    line("x ^= {}[t];", a);
    barrier();
  }
  void warp_buffer() {
    const std::string a = array();
    line("{}[t] = x;", a);
    w_.part(pick("__syncwarp();", ";", "barrier left out"));
    line("x += {}[t / 32 * 32 + (t + 1) % {}];", a, pick("32", "64", "another warp's"));
    w_.part(pick("__syncwarp();", ";", "barrier left out"));
    line("{}[t] = x + 1;", a);
    barrier();
  }

  // A loop's end goes with its head.
  void close(unsigned head) {
    if (!w_.wish.without.contains(head))
      w_.line("  }");
    else
      w_.line("  ;");
  }

  Writer w_;
  Random &r_;
  Made made_;
  const int mistake_;
  int place_ = 0, places_ = 0;
  std::string told_, l_;
  unsigned size_ = 8, groups_ = 1;
  bool power_ = true;
};

} // namespace

Made make_idiom(const Wish &w) {
  Idioms first(w, -1);
  Made right = first.make();
  Random random(Random(w.seed + 5).next());
  if (random.percent(45))
    return right;
  return Idioms(w, static_cast<int>(random.below(static_cast<std::uint64_t>(first.places())))).make();
}

} // namespace lockstep::oracle::bytes
