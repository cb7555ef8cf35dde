// Random kernels of locks, turns, counters of groups, flags and fences, most of them nearly right. A header of its own:
// the oracle reads it (schedules_command.cpp), and a unit test of the analysis
// (unit/semantics/test_handovers_random.cpp).
#pragma once

#include <random>
#include <string>

namespace lockstep::oracle {

class ScopesWriter {
public:
  explicit ScopesWriter(unsigned seed) : random_(seed) {}

  std::string kernel() {
    out_ = "kernel k {\n  var t : i32;\n  var x : i32;\n";
    for (int i = 0; i < variables; ++i)
      out_ += "  var o" + std::to_string(i) + " : i32;\n";
    out_ += "  array a : i32[4] global param;\n  array l : i32[2] global param;\n  array d : i32[1] global param;\n"
            "  array f : i32[1] group;\n  array p : i32[8] global param;\nblock s:\n";
    if (one_in(3))
      branch("eq(local_id(0, i32), 0:i32)");
    switch (below(6)) {
    case 0: locked(true); break;
    case 4: in_turn(); break;
    case 5: locked_by_one(); break;
    case 1: counted(); break;
    case 2: handed(); break;
    default: chained(); break;
    }
    if (one_in(3))
      one_in(2) ? locked(true) : posted();
    out_ += "  goto end;\nblock end:\n  return;\n}\n";
    return out_;
  }

private:
  static constexpr int variables = 6;
  unsigned below(unsigned n) { return static_cast<unsigned>(random_() % n); }
  bool one_in(unsigned n) { return below(n) == 0; }
  std::string label() { return "b" + std::to_string(labels_++); }
  void open(const std::string &name) { out_ += "block " + name + ":\n"; }
  void branch(const std::string &condition) { // who does not take it is done
    const std::string in = label();
    out_ += "  br " + condition + ", " + in + ", end;\n";
    open(in);
  }
  std::string order() { return std::string(one_in(4) ? "acquire " : "") + (one_in(4) ? "release " : ""); }
  std::string scope() { return one_in(8) ? "group " : ""; }
  std::string cell() { return one_in(6) ? "1" : "0"; }
  std::string offset() { return one_in(8) ? "zext(local_id(0, i32), i64)" : cell() + ":i64"; }

  void fence() {
    if (one_in(6))
      return;
    out_ += std::string("  memory_fence ") + (one_in(8) ? "group" : "grid") + (one_in(6) ? "" : " acquire") +
            (one_in(6) ? "" : " release") + " (" + (one_in(8) ? "group" : "group, global") + ");\n";
  }
  void access() {
    switch (below(5)) {
    case 0: out_ += "  x := a[" + offset() + "];\n"; break;
    case 1: out_ += "  fresh x := a[" + offset() + "];\n"; break;
    case 2: out_ += "  atomic add a[" + offset() + "](1:i32);\n"; break;
    default: out_ += "  a[" + offset() + "] := add(local_id(0, i32), mul(group_id(0, i32), 5:i32));\n"; break;
    }
  }
  void accesses() {
    for (unsigned n = below(3); n-- > 0;)
      access();
  }
  void locked(bool nest) {
    const std::string place = cell() + ":i64", o = "o" + std::to_string(used_++ % variables);
    accesses();
    const std::string wait = label(), in = label();
    out_ += "  goto " + wait + ";\n";
    open(wait);
    out_ += "  " + o + " := atomic " + scope() + order() +
            (one_in(2) ? "cmpxchg l[" + place + "](0:i32, 1:i32);\n" : "xchg l[" + place + "](1:i32);\n");
    out_ +=
        "  br eq(" + o + ", " + (one_in(12) ? "1" : "0") + ":i32), " + in + ", " + (one_in(3) ? "end" : wait) + ";\n";
    open(in);
    fence();
    access();
    if (nest && one_in(4))
      locked(false);
    accesses();
    fence();
    for (unsigned n = one_in(10) ? 2 : one_in(15) ? 0 : 1; n-- > 0;) {
      const std::string at = one_in(12) ? cell() + ":i64" : place;
      out_ += "  atomic " + scope() + order() + (one_in(3) ? "store" : "xchg") + " l[" + at + "](0:i32);\n";
    }
    accesses();
  }
  // One number after the other is called.
  void in_turn() {
    const std::string o = "o" + std::to_string(used_++ % variables), wait = label(), in = label();
    std::string number = "t";
    if (one_in(2))
      out_ += "  t := atomic add d[0:i64](1:i32);\n";
    else
      number = one_in(2) ? "group_id(0, i32)" : "add(mul(group_id(0, i32), local_size(0, i32)), local_id(0, i32))";
    out_ += "  goto " + wait + ";\n";
    open(wait);
    out_ +=
        "  " + o + " := atomic " + scope() + order() + (one_in(2) ? "load p[0:i64]();\n" : "add p[0:i64](0:i32);\n");
    out_ +=
        "  br " + std::string(one_in(12) ? "ule" : "eq") + "(" + o + ", " + number + "), " + in + ", " + wait + ";\n";
    open(in);
    fence();
    access();
    accesses();
    fence();
    for (unsigned n = one_in(10) ? 2 : 1; n-- > 0;)
      switch (below(3)) {
      case 0: out_ += "  atomic " + scope() + order() + "add p[0:i64](1:i32);\n"; break;
      case 1: out_ += "  atomic " + scope() + order() + "xchg p[0:i64](add(" + number + ", 1:i32));\n"; break;
      default: out_ += "  atomic " + scope() + order() + "store p[0:i64](add(" + number + ", 1:i32));\n"; break;
      }
    accesses();
  }
  // One thread takes the lock for its group, or waits for its turn.
  void locked_by_one() {
    const std::string o = "o" + std::to_string(used_++ % variables), wait = label(), in = label(), last = label(),
                      behind = label(),
                      leader = one_in(12) ? "ule(1:i32, local_id(0, i32))" : "eq(local_id(0, i32), 0:i32)";
    const bool turns = one_in(2);
    out_ += "  br " + leader + ", " + wait + ", " + in + ";\n";
    open(wait);
    if (turns)
      out_ += "  " + o + " := atomic " + scope() + order() + "add p[0:i64](0:i32);\n  br eq(" + o +
              ", group_id(0, i32)), " + in + ", " + wait + ";\n";
    else
      out_ += "  " + o + " := atomic " + scope() + order() + "xchg l[0:i64](1:i32);\n  br eq(" + o + ", 0:i32), " + in +
              ", " + wait + ";\n";
    open(in);
    if (!one_in(8))
      barrier();
    fence();
    access();
    accesses();
    fence();
    if (!one_in(8))
      barrier();
    out_ += "  br " + (one_in(10) ? std::string("eq(local_id(0, i32), 1:i32)") : leader) + ", " + last + ", " + behind +
            ";\n";
    open(last);
    fence();
    if (turns)
      out_ += "  atomic " + scope() + order() +
              (one_in(2) ? "add p[0:i64](1:i32);\n" : "store p[0:i64](add(group_id(0, i32), 1:i32));\n");
    else
      out_ += "  atomic " + scope() + order() + (one_in(2) ? "xchg" : "store") + " l[0:i64](0:i32);\n";
    if (one_in(3))
      access();
    out_ += "  goto " + behind + ";\n";
    open(behind);
    if (one_in(4)) {
      barrier();
      access();
    }
  }
  void counted() {
    access();
    fence();
    if (one_in(2))
      out_ += "  barrier group fence(group, global);\n";
    const bool shared = one_in(2);
    const std::string count = label(), behind = label(), last = label();
    out_ += "  br eq(local_id(0, i32), 0:i32), " + count + ", " + (shared ? behind : "end") + ";\n";
    open(count);
    fence();
    if (one_in(3))
      access();
    out_ += "  t := atomic " + scope() + order() +
            (one_in(2)   ? "add d[0:i64](1:i32);\n"
             : one_in(6) ? "inc d[0:i64](1:i32);\n"
                         : "inc d[0:i64](num_groups(0, i32));\n");
    if (one_in(6))
      access();
    const std::string number = one_in(8) ? "1:i32" : "sub(num_groups(0, i32), 1:i32)";
    if (shared)
      out_ += "  f[0:i64] := ite(eq(t, " + number + "), 1:i32, 0:i32);\n";
    out_ += "  goto " + behind + ";\n";
    open(behind);
    if (shared) {
      if (!one_in(12))
        out_ += "  barrier group fence(group, global);\n";
      out_ += "  x := f[0:i64];\n";
    }
    out_ += std::string("  br ") + (shared ? "ne(x, 0:i32)" : "eq(t, " + number + ")") + ", " + last + ", end;\n";
    open(last);
    fence();
    access();
    accesses();
    if (one_in(3))
      out_ += "  d[0:i64] := 0:i32;\n";
    if (one_in(4))
      out_ += "  atomic xchg d[0:i64](0:i32);\n";
  }

  // A cell to which is posted: of one group, or each group's, or each thread's.
  std::string post_cell(int before) {
    const std::string group = before == 0 ? "group_id(0, i32)" : "sub(group_id(0, i32), 1:i32)";
    switch (one_in(6) ? below(3) : kind_) {
    case 0: return "2:i64";
    case 1: return "zext(" + group + ", i64)";
    default: return "zext(add(mul(" + group + ", local_size(0, i32)), local_id(0, i32)), i64)";
    }
  }
  void barrier() { out_ += "  barrier group fence(group, global);\n"; }
  void posted() {
    accesses();
    fence();
    if (!one_in(3))
      barrier();
    const bool leads = !one_in(3);
    const std::string in = label(), behind = label();
    out_ += "  br " +
            (leads ? "eq(local_id(0, i32), " + std::string(one_in(8) ? "1" : "0") + ":i32)" : std::string("true")) +
            ", " + in + ", " + behind + ";\n";
    open(in);
    if (one_in(3))
      access();
    fence();
    out_ += "  atomic " + scope() + order() +
            (one_in(2)   ? "store"
             : one_in(6) ? "add"
                         : "xchg") +
            " p[" + post_cell(0) + "](" + (one_in(4) ? "2" : "1") + ":i32);\n";
    if (one_in(3))
      accesses();
    out_ += "  goto " + behind + ";\n";
    open(behind);
    if (one_in(4))
      barrier();
  }
  void found() { // looks until there is something
    const bool leads = !one_in(3);
    const std::string wait = label(), behind = label(), o = "o" + std::to_string(used_++ % variables);
    out_ +=
        "  br " + (leads ? std::string("eq(local_id(0, i32), 0:i32)") : "true") + ", " + wait + ", " + behind + ";\n";
    open(wait);
    const std::string cell = "p[" + post_cell(1) + "]";
    out_ += "  " + o + " := atomic " + scope() + order() +
            (one_in(2) ? "load " + cell + "();\n" : "add " + cell + "(0:i32);\n");
    const std::string enough = one_in(4)   ? "eq(" + o + ", 2:i32)"
                               : one_in(4) ? "slt(1:i32, " + o + ")"
                               : one_in(9) ? "eq(" + o + ", 0:i32)"
                                           : "ne(" + o + ", 0:i32)";
    out_ += "  br " + enough + ", " + behind + ", " + (one_in(12) ? behind : wait) + ";\n";
    open(behind);
    if (leads ? !one_in(8) : one_in(4))
      barrier();
    fence();
    access();
    if (one_in(3)) {
      const std::string full = label(), rest = label();
      out_ += "  br eq(" + o + ", " + (one_in(2) ? "1" : "2") + ":i32), " + full + ", " + rest + ";\n";
      open(full);
      access();
      out_ += "  goto " + rest + ";\n";
      open(rest);
    }
    accesses();
  }
  void handed() { // from one group to the others
    kind_ = below(2) * 2 % 3;
    const std::string one = label(), others = label();
    out_ += "  br eq(group_id(0, i32), 0:i32), " + one + ", " + others + ";\n";
    open(one);
    posted();
    if (one_in(3))
      posted();
    out_ += "  goto end;\n";
    open(others);
    found();
    out_ += "  goto end;\n";
    open(label());
  }
  void chained() { // from each group to the next
    kind_ = 1 + below(2);
    const std::string one = label(), others = label();
    out_ += "  br ne(group_id(0, i32), 0:i32), " + others + ", " + one + ";\n";
    open(others);
    found();
    out_ += "  goto " + one + ";\n";
    open(one);
    posted();
    if (one_in(3))
      posted();
  }

  std::mt19937 random_;
  std::string out_;
  int labels_ = 0, used_ = 0;
  unsigned kind_ = 0;
};

} // namespace lockstep::oracle
