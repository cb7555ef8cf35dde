// Random kernels of warps whose threads run in lock step: what they write and read in turn without a barrier, in
// branches, in arms, in blocks that several branches lead to, in loops that all go round together or that some leave.
#pragma once

#include <random>
#include <string>

namespace lockstep::oracle {

class StepsWriter {
public:
  explicit StepsWriter(unsigned seed) : random_(seed) {}

  static constexpr unsigned warp = 4; // threads; a group has two of them

  std::string kernel() {
    out_ = "kernel k {\n  terms lock_step 4;\n  param n : i32 \"n\";\n  var x : i32;\n  var i : i32;\n  var j : i32;\n"
           "  array s : i32[16] group;\n  array g : i32[] global param \"g\";\nblock b:\n  x := local_id(0, i32);\n";
    statements(3 + below(4), 0);
    out_ += "  return;\n";
    if (ending_)
      out_ += "block end:\n  return;\n";
    return out_ + "}\n";
  }

private:
  unsigned below(unsigned n) { return static_cast<unsigned>(random_() % n); }
  bool one_in(unsigned n) { return below(n) == 0; }
  std::string label() { return "b" + std::to_string(labels_++); }
  void open(const std::string &name) { out_ += "block " + name + ":\n"; }
  void go(const std::string &name) { out_ += "  goto " + name + ";\n"; }
  void split(const std::string &condition, const std::string &yes, const std::string &no) {
    out_ += "  br " + condition + ", " + yes + ", " + no + ";\n";
  }

  std::string place() { // in s
    switch (below(9)) {
    case 0:
    case 1: return "xor(local_id(0, i32), 1:i32)";
    case 2: return "xor(local_id(0, i32), " + std::to_string(1 + below(3)) + ":i32)";
    case 3: return "add(local_id(0, i32), 1:i32)";
    case 4: return "udiv(local_id(0, i32), 4:i32)";
    default: return "local_id(0, i32)";
    }
  }
  void access() {
    const std::string cell = one_in(8) ? "g[zext(local_id(0, i32), i64)]" : "s[zext(" + place() + ", i64)]";
    if (one_in(2))
      out_ += "  " + cell + " := " + (one_in(3) ? "1:i32" : "local_id(0, i32)") + ";\n";
    else
      out_ += "  x := " + cell + ";\n";
  }
  std::string condition() {
    static const char *all[] = {"ult(local_id(0, i32), 4:i32)",
                                "eq(local_id(0, i32), 0:i32)",
                                "slt(local_id(0, i32), n)",
                                "eq(and(local_id(0, i32), 1:i32), 0:i32)",
                                "slt(0:i32, n)",
                                "slt(x, 2:i32)"};
    return all[below(6)];
  }

  void branch(unsigned depth) {
    const std::string yes = label(), no = label(), on = label();
    switch (below(5)) {
    case 0: // two arms
      split(condition(), yes, no);
      open(yes);
      statements(1 + below(2), depth + 1);
      go(on);
      open(no);
      statements(1 + below(2), depth + 1);
      go(on);
      break;
    case 1: // a || b: two ways lead to one block
      split(condition(), yes, no);
      open(no);
      statements(below(2), depth + 1);
      split(condition(), yes, on);
      open(yes);
      statements(1 + below(2), depth + 1);
      go(on);
      break;
    case 2: // some end early
      if (depth == 0 && one_in(2)) {
        ending_ = true;
        split(condition(), "end", on);
        break;
      }
      [[fallthrough]];
    default:
      split(condition(), yes, on);
      open(yes);
      statements(1 + below(2), depth + 1);
      go(on);
    }
    open(on);
  }

  void loop(unsigned depth) {
    const std::string head = label(), body = label(), on = label(), i = depth == 0 ? "i" : "j";
    out_ += "  " + i + " := 0:i32;\n";
    go(head);
    open(head);
    split("ult(" + i + ", " +
              (one_in(2)   ? "2:i32"
               : one_in(2) ? "and(n, 3:i32)"
                           : "and(local_id(0, i32), 3:i32)") +
              ")",
          body, on);
    open(body);
    statements(1 + below(2), depth + 1);
    if (one_in(4)) { // some leave it
      const std::string next = label(), out = one_in(2) ? label() : on;
      split(condition(), out, next);
      if (out != on) {
        open(out);
        statements(1, depth + 1);
        go(on);
      }
      open(next);
    }
    statements(below(2), depth + 1);
    out_ += "  " + i + " := add(" + i + ", 1:i32);\n";
    go(head);
    open(on);
  }

  void statements(unsigned n, unsigned depth) {
    for (; n > 0; --n)
      switch (below(10)) {
      case 0: out_ += depth > 0 ? "" : "  barrier group fence(group, global);\n"; break;
      case 1: out_ += one_in(2) ? "  barrier warp 4 fence(group, global);\n" : ""; break;
      case 2:
      case 3:
        if (depth < 2)
          branch(depth);
        break;
      case 4:
        if (depth < 2)
          loop(depth);
        break;
      default: access(); break;
      }
  }

  std::mt19937 random_;
  std::string out_;
  int labels_ = 0;
  bool ending_ = false;
};

} // namespace lockstep::oracle
