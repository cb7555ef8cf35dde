// Generator (a): C programs over bytes. Three schemes:
//
//   views    objects of a union of a structure, bytes and words, in private, group or global memory; assignments
//   through
//            any view, copies of every kind; then a view of the last one decides whether threads clash
//   regions  records that threads put side by side, at a stride that is right or a little too small
//   members  threads that each write a member of one shared record
#include "tests/oracle/bytes/made.h"

#include <fmt/format.h>

namespace lockstep::oracle::bytes {

namespace {

struct Leaf {
  std::string path; // ".a", ".n.x", ".v.y", ".f[2]"
  bool is_float = false, is_bits = false;
};
struct StructType {
  std::string name;
  std::vector<Leaf> leaves;
  std::vector<std::string> nested; // members that are structures themselves
};

class Bytes {
public:
  explicit Bytes(const Wish &w) : w_(w), r_(w_.random), i_(std::to_string(w.index)) {}

  Made make() {
    made_.kernel = w_.name("k");
    threads_ = r_.one_of({2u, 4u, 4u, 8u});
    groups_ = r_.percent(75) ? 1 : 2;
    made_.local[0] = threads_;
    made_.groups[0] = groups_;
    const std::size_t scheme = r_.weighted({60, 25, 15});
    made_.what = scheme == 0 ? "views" : scheme == 1 ? "regions" : "members";
    scheme == 0 ? views() : scheme == 1 ? regions() : members();
    made_.text = w_.text;
    made_.parts = w_.parts;
    return made_;
  }

private:
  std::string constant() {
    return r_.percent(50) ? std::to_string(r_.below(9))
                          : fmt::format("0x{:X}", r_.next() >> r_.one_of({57, 40, 33, 25}) & 0x7fffffff);
  }
  std::string value() {
    return r_.percent(80) ? constant() : r_.percent(50) ? "t + " + std::to_string(r_.below(5)) : "t * 3";
  }

  // --- types ------------------------------------------------------------------------------------------------------
  StructType record(const std::string &name, unsigned depth) {
    StructType s{name, {}, {}};
    std::string body;
    const std::uint64_t n = r_.between(2, 4);
    bool bits = false;
    if (r_.percent(35)) { // padding after the first member, and often at the end
      body = fmt::format("{} a; {} b; {}", r_.one_of({"char", "uchar", "short"}),
                         r_.one_of({"int", "uint", "long", "float"}), r_.percent(50) ? "char c; " : "");
      s.leaves = {{".a"}};
      w_.line(fmt::format("typedef struct {{ {}}} {};", body, name));
      return s;
    }
    for (std::uint64_t m = 0; m < n; ++m) {
      const std::string member = std::string(1, static_cast<char>('a' + m));
      switch (r_.weighted({50, 14, 12, 12, depth ? 12u : 0u})) {
      case 0: {
        const char *type = r_.one_of(
            {"char", "uchar", "uchar", "char", "short", "ushort", "int", "uint", "int", "long", "float", "ulong"});
        body += fmt::format("{} {}; ", type, member);
        s.leaves.push_back({"." + member, std::string(type) == "float"});
        break;
      }
      case 1: {
        const std::uint64_t count = r_.between(2, 5);
        body += fmt::format("{} {}[{}]; ", r_.one_of({"uchar", "char", "ushort", "int"}), member, count);
        s.leaves.push_back({fmt::format(".{}[{}]", member, r_.below(count))});
        s.leaves.push_back({fmt::format(".{}[{}]", member, r_.below(count))});
        break;
      }
      case 2: {
        const unsigned width = r_.one_of({2u, 3u, 3u, 4u});
        const char *type = r_.one_of({"uchar", "char", "short", "int", "float", "uint"});
        body += fmt::format("{}{} {}; ", type, width, member);
        s.leaves.push_back({fmt::format(".{}.{}", member, "xyzw"[r_.below(width)]), std::string(type) == "float"});
        s.leaves.push_back({fmt::format(".{}.{}", member, "xyzw"[width - 1]), std::string(type) == "float"});
        break;
      }
      case 3: {
        if (!w_.cuda && !bits_allowed_)
          break;
        const char *type = r_.one_of({"uint", "uint", "int", "ushort", "uchar", "ulong"});
        const std::uint64_t most = std::string(type) == "uchar" ? 8 : std::string(type) == "ushort" ? 16 : 31;
        for (std::uint64_t f = 0, fields = r_.between(1, 3); f < fields; ++f) {
          body += fmt::format("{} {}{} : {}; ", type, member, f, r_.between(1, static_cast<std::int64_t>(most)));
          s.leaves.push_back({fmt::format(".{}{}", member, f), false, true});
        }
        bits = true;
        break;
      }
      default: {
        const StructType deep = record(name + "n" + member, depth - 1);
        body += fmt::format("{} {}; ", deep.name, member);
        s.nested.push_back("." + member);
        for (const Leaf &l : deep.leaves)
          s.leaves.push_back({"." + member + l.path, l.is_float, l.is_bits});
      }
      }
    }
    if (s.leaves.empty()) {
      body += "char z; int y; ";
      s.leaves = {{".z"}, {".y"}};
    }
    (void)bits;
    w_.line(fmt::format("typedef struct{} {{ {}}} {};", r_.percent(20) ? " " + w_.packed() : "", body, name));
    return s;
  }

  // A union of a structure and views of its bytes.
  void declare_union() {
    s_ = record("S" + i_, 2);
    words_ = r_.percent(50);
    second_ = r_.percent(25);
    if (second_)
      other_ = record("R" + i_, 0);
    w_.line(fmt::format("typedef union {{ S{0} s; uchar b[sizeof(S{0})]; {1}{2}}} U{0};", i_,
                        words_ ? fmt::format("uint w[(sizeof(S{}) + 3) / 4]; ", i_) : "",
                        second_ ? fmt::format("R{} r; ", i_) : ""));
  }

  std::string byte_index() { // often of padding
    if (r_.percent(15))
      return fmt::format("sizeof(S{}) - {}", i_, r_.between(1, 2));
    if (r_.percent(30))
      return fmt::format("{} % sizeof(S{})", r_.between(1, 3), i_);
    return fmt::format("{} % sizeof(S{})", r_.below(24), i_);
  }

  std::string view(const std::string &o) { // an expression of any integer type
    switch (r_.weighted({35, 30, words_ ? 15u : 0u, second_ ? 10u : 0u, 10})) {
    case 0: return fmt::format("{}.b[{}]", o, byte_index());
    case 1: {
      const Leaf &l = r_.one_of(s_.leaves);
      return l.is_float ? fmt::format("{}.b[{}]", o, byte_index()) : o + ".s" + l.path;
    }
    case 2: return fmt::format("{}.w[{} % (sizeof({}.w) / 4)]", o, r_.below(8), o);
    case 3: {
      const Leaf &l = r_.one_of(other_.leaves);
      return l.is_float ? fmt::format("{}.b[{}]", o, byte_index()) : o + ".r" + l.path;
    }
    default: return fmt::format("{}.b[{}] + 256 * {}.b[{}]", o, byte_index(), o, byte_index());
    }
  }

  std::string assign(const std::string &o) { // to any view
    switch (r_.weighted({40, 25, words_ ? 15u : 0u, second_ ? 10u : 0u})) {
    case 0: {
      const Leaf &l = r_.one_of(s_.leaves);
      return fmt::format("{}.s{} = {};", o, l.path, value());
    }
    case 1: return fmt::format("{}.b[{}] = {};", o, byte_index(), value());
    case 2: return fmt::format("{}.w[{} % (sizeof({}.w) / 4)] = {};", o, r_.below(8), o, value());
    default: return fmt::format("{}.r{} = {};", o, r_.one_of(other_.leaves).path, value());
    }
  }

  // --- views ------------------------------------------------------------------------------------------------------
  void views() {
    declare_union();
    const std::string u = "U" + i_;
    const bool parameter = r_.percent(25), undefined = r_.percent(20), outside = r_.percent(25);
    if (parameter)
      made_.what += ", parameter";
    if (undefined)
      made_.what += ", unwritten";
    if (outside)
      made_.what += ", from outside";
    const std::size_t change = r_.below(3);
    const std::string changed = assign(change == 1 ? "(*x)" : "x");
    const std::string pointee = w_.cuda ? "" : r_.percent(50) ? "__private " : "";
    if (change == 0)
      w_.line(fmt::format("static {0}{1} f{2}({1} x) {{ int t = 1; (void)t; {3} return x; }}", w_.function(), u, i_,
                          changed));
    else if (change == 1)
      w_.line(fmt::format("static {0}void f{2}({4}{1} *x) {{ int t = 1; (void)t; {3} }}", w_.function(), u, i_, changed,
                          pointee));
    else
      w_.line(fmt::format("static {0}uint f{2}({1} x) {{ int t = 1; (void)t; {3} return (uint)({4}); }}", w_.function(),
                          u, i_, changed, view("x")));
    std::vector<std::string> parameters{w_.global() + "int *out", w_.global() + "uchar *g"};
    if (parameter)
      parameters.push_back(u + " arg");
    if (outside)
      parameters.push_back(w_.global() + u + " *q");
    w_.line(w_.kernel_head(made_.kernel, parameters));
    w_.line("  int t = " + w_.local_id() + ";");
    w_.line(fmt::format("  int id = {} * {} + t;", w_.group_id(), threads_));
    std::vector<std::string> objects{"x", "y"};
    w_.line(fmt::format("  {} x, y;", u));
    const std::size_t place = r_.weighted({40, 30, 30}); // of the third
    if (place == 1) {
      w_.line(fmt::format("  {}{} m[{}];", w_.group(), u, threads_));
      objects.push_back("m[t]");
    } else if (place == 2) {
      w_.line(fmt::format("  {0}{1} *p = ({0}{1} *)g;", w_.global(), u));
      objects.push_back("p[id]");
    } else {
      w_.line(fmt::format("  {} z[2];", u));
      objects.push_back(fmt::format("z[{}]", r_.below(2)));
    }
    for (std::size_t n = 0; n < objects.size(); ++n) {
      const std::string &o = objects[n];
      const bool leave = undefined && r_.percent(60);
      std::string begin;
      if (n == 0 && parameter)
        begin = o + " = arg;";
      else if (outside && r_.percent(60))
        begin = o + (r_.percent(50) ? " = q[id];" : " = q[0];");
      else if (r_.percent(94)) // a loop's bytes are beyond what is known of loops
        begin = w_.fill("&" + o, std::to_string(r_.below(8)), "sizeof(" + u + ")");
      else
        begin = fmt::format("for (int i = 0; i < (int)sizeof({}); ++i) ((uchar *)&{})[i] = i + {};", u, o, r_.below(5));
      if (!w_.cuda && place != 0 && n == 2 && begin.find("(uchar *)") != std::string::npos) {
        const std::string space = place == 1 ? "(__local uchar *)" : "(__global uchar *)";
        begin.replace(begin.find("(uchar *)"), 9, space);
      }
      if (!leave)
        w_.part(begin);
    }
    for (std::uint64_t n = 0, ops = r_.between(2, 6); n < ops; ++n)
      operation(objects, change, place);
    // What it leads to.
    for (std::uint64_t n = 0, sinks = r_.between(1, 2); n < sinks; ++n) {
      const std::string seen =
          change == 2 && r_.percent(30) ? fmt::format("f{}({})", i_, r_.one_of(objects)) : view(r_.one_of(objects));
      sink(seen, n);
    }
    w_.line("}");
  }

  void operation(const std::vector<std::string> &objects, std::size_t change, std::size_t place) {
    const std::string a = r_.one_of(objects), b = r_.one_of(objects);
    const bool same = a == b;
    std::string s;
    switch (r_.weighted({37, 20, 10, 18, 14, 1})) {
    case 0: s = assign(a); break;
    case 1: s = same ? assign(a) : a + " = " + b + ";"; break;
    case 2:
      s = same                                  ? assign(a)
          : r_.percent(50) || s_.nested.empty() ? a + ".s = " + b + ".s;"
                                                : fmt::format("{0}.s{2} = {1}.s{2};", a, b, r_.one_of(s_.nested));
      break;
    case 3: {
      if (same) {
        s = assign(a);
      } else if (r_.percent(50)) {
        s = w_.copy("&" + a, "&" + b, r_.percent(60) ? "sizeof(U" + i_ + ")" : "sizeof(S" + i_ + ")");
      } else {
        const std::string n = std::to_string(r_.between(1, 4));
        s = w_.copy(fmt::format("{}.b + {} % (sizeof(S{}) > {} ? sizeof(S{}) - {} : 1)", a, r_.below(16), i_, n, i_, n),
                    fmt::format("{}.b + {} % (sizeof(S{}) > {} ? sizeof(S{}) - {} : 1)", b, r_.below(16), i_, n, i_, n),
                    fmt::format("sizeof(S{0}) > {1} ? {1} : 1", i_, n));
      }
      break;
    }
    case 4: {
      const bool is_private = a[0] == 'x' || a[0] == 'y' || a[0] == 'z';
      if (change == 0)
        s = fmt::format("{} = f{}({});", a, i_, b);
      else if (change == 1 && (is_private || w_.cuda))
        s = fmt::format("f{}(&{});", i_, a);
      else if (change == 1)
        s = assign(a);
      else
        s = fmt::format("{}.b[{}] = f{}({});", a, byte_index(), i_, b);
      break;
    }
    default: {
      const std::string step = fmt::format("for (int i = 0; i < 3; ++i) {}.b[({} + i) % sizeof(S{})] = {};", a,
                                           r_.below(16), i_, r_.percent(50) ? "i" : "i + " + constant());
      s = step;
    }
    }
    if (r_.percent(10))
      s = fmt::format("if ({}) {{ {} }}", r_.one_of({"t & 1", "t > 1", "t == 0"}), s);
    (void)place;
    w_.part(s);
  }

  void sink(const std::string &seen, std::uint64_t n) {
    const std::string h = w_.hole(), condition = fmt::format("(uint)({}) == {}", seen, h);
    switch (r_.weighted({45, 20, 25, 10})) {
    case 0: w_.part(fmt::format("if ({}) out[{}] = t;", condition, n)); break;
    case 1: w_.part(fmt::format("out[{} ? {} : id + 8] = t;", condition, n)); break;
    case 2: w_.part(fmt::format("__assert((uint)({}) != {});", seen, h)); break;
    default: w_.part(fmt::format("if ({} && t == 0) {}", condition, w_.barrier()));
    }
  }

  // --- regions ----------------------------------------------------------------------------------------------------
  void regions() {
    s_ = record("S" + i_, 1);
    const std::string s = "S" + i_;
    const bool in_group = r_.percent(40);
    const std::string space = in_group ? w_.group_pointee() : w_.global();
    const std::size_t mistake = r_.weighted({45, 20, 15, 10, 10});
    const std::string stride =
        mistake == 0   ? "sizeof(" + s + ")"
        : mistake == 1 ? fmt::format("(sizeof({0}) > 1 ? sizeof({0}) - 1 : 1)", s)
        : mistake == 2 ? fmt::format("(sizeof({0}) > 4 ? sizeof({0}) - {1} : sizeof({0}))", s, r_.between(1, 4))
        : mistake == 3 ? fmt::format("(sizeof({0}) + {1})", s, r_.between(1, 3))
                       : fmt::format("(sizeof({0}) + 3) / 4 * 4", s);
    made_.what += mistake == 0 ? "" : fmt::format(", stride {}", mistake);
    w_.line(w_.kernel_head(made_.kernel, {w_.global() + "uchar *g", w_.global() + "int *out"}));
    w_.line("  int t = " + w_.local_id() + ";");
    w_.line(fmt::format("  int id = {} * {} + t;", w_.group_id(), threads_));
    if (in_group)
      w_.line(fmt::format("  {}{} room[{}];", w_.group(), s, threads_ + 2)); // enough for a stride that is too large
    w_.line(fmt::format("  {0}uchar *at = {1} + {2} * {3};", space, in_group ? "(" + space + "uchar *)room" : "g",
                        stride, in_group ? "t" : "id"));
    w_.line(fmt::format("  {} r;", s));
    w_.part(w_.fill("&r", std::to_string(r_.below(5)), "sizeof(r)"));
    for (std::uint64_t n = 0, sets = r_.between(1, 3); n < sets; ++n)
      w_.part(fmt::format("r{} = {};", r_.one_of(s_.leaves).path, r_.percent(60) ? "t + " + constant() : constant()));
    const bool aligned_stride = mistake == 0;
    const std::string room = fmt::format("(({}{} *){})", space, s, in_group ? "room" : "g");
    const std::string index = in_group ? "t" : "id";
    switch (r_.weighted({50, aligned_stride ? 30u : 0u, aligned_stride ? 20u : 0u})) {
    case 0: w_.part(w_.copy("at", "&r", "sizeof(r)")); break;
    case 1: w_.part(fmt::format("{}[{}] = r;", room, index)); break;
    default:
      for (std::uint64_t n = 0; n < 2; ++n) {
        const Leaf &l = r_.one_of(s_.leaves);
        w_.part(fmt::format("{}[{}]{} = {};", room, index, l.path, value()));
      }
    }
    if (r_.percent(30))
      w_.part(w_.barrier());
    if (r_.percent(60)) { // one's own, or the neighbour's
      const bool neighbour = r_.percent(40);
      if (neighbour)
        made_.what += ", neighbour";
      w_.line(fmt::format(
          "  uchar c = {}[{}];",
          neighbour ? fmt::format("(({}uchar *){} + {} * ({} + 1))", space, in_group ? "room" : "g", stride, index)
                    : "at",
          fmt::format("{} % sizeof({})", r_.below(24), s)));
      sink("c", 0);
    }
    w_.line("}");
  }

  // --- members ----------------------------------------------------------------------------------------------------
  void members() {
    const bool of_union = r_.percent(30);
    if (of_union)
      declare_union();
    else
      s_ = record("S" + i_, 1);
    const std::string type = (of_union ? "U" : "S") + i_, dot = of_union ? ".s" : "";
    const bool in_group = r_.percent(50);
    groups_ = 1;
    made_.groups[0] = 1;
    w_.line(w_.kernel_head(made_.kernel, {w_.global() + "uchar *g", w_.global() + "int *out"}));
    w_.line("  int t = " + w_.local_id() + ";");
    if (in_group)
      w_.line(fmt::format("  {}{} m[2];", w_.group(), type));
    else
      w_.line(fmt::format("  {0}{1} *m = ({0}{1} *)g;", w_.global(), type));
    if (r_.percent(30)) {
      w_.part("if (t == 0) " + w_.fill("&m[0]", "0", "sizeof(m[0])"));
      w_.part(w_.barrier());
    }
    for (unsigned n = 0; n < threads_; ++n) {
      const std::string o = fmt::format("m[{}]", r_.percent(80) ? 0 : 1);
      const Leaf &l = r_.one_of(s_.leaves);
      std::string what;
      if (of_union && r_.percent(40))
        what = assign(o);
      else if (r_.percent(25) && !l.is_float)
        what = fmt::format("out[{}] = {}{}{};", n, o, dot, l.path);
      else
        what = fmt::format("{}{}{} = {};", o, dot, l.path, constant());
      w_.part(fmt::format("if (t == {}) {}", n, what));
    }
    if (r_.percent(30)) {
      w_.part(w_.barrier());
      w_.part(fmt::format("{} c = m[0]; out[t + 8] = (int){};", type,
                          "((uchar *)&c)[" + std::to_string(r_.below(8)) + " % sizeof(c)]"));
    }
    w_.line("}");
  }

  Writer w_;
  Random &r_;
  std::string i_;
  Made made_;
  unsigned threads_ = 4, groups_ = 1;
  StructType s_, other_;
  bool words_ = false, second_ = false, bits_allowed_ = true;
};

} // namespace

Made make_bytes(const Wish &w) { return Bytes(w).make(); }

} // namespace lockstep::oracle::bytes
