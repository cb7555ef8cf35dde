// Random kernels of warps: barriers of warps and of parts of them, what their threads exchange there, shared memory
// that they use together, threads that end early; most of them nearly right.
#pragma once

#include <random>
#include <string>

namespace lockstep::oracle {

class WarpsWriter {
public:
  explicit WarpsWriter(unsigned seed) : random_(seed) {}

  static constexpr unsigned warp = 4; // threads; a group has two of them

  std::string kernel() {
    out_ = "kernel k {\n  param n : i32 \"n\";\n  var x : i32;\n  var v : i32;\n";
    for (int i = 0; i < variables; ++i)
      out_ += "  var w" + std::to_string(i) + " : i32;\n";
    for (int i = 0; i < loops; ++i)
      out_ += "  var i" + std::to_string(i) + " : i32;\n";
    out_ += "  array s : i32[16] group;\n  array g : i32[] global param \"g\";\nblock b:\n  v := local_id(0, i32);\n";
    if (one_in(5))
      ends(one_in(2) ? "ule(6:i32, local_id(0, i32))" : "eq(local_id(0, i32), n)");
    statements(4 + below(4), 0);
    out_ += "  return;\n";
    if (ending_)
      out_ +=
          std::string("block end:\n") + (one_in(3) ? "  s[zext(local_id(0, i32), i64)] := v;\n" : "") + "  return;\n";
    return out_ + "}\n";
  }

private:
  static constexpr int variables = 4, loops = 2;
  unsigned below(unsigned n) { return static_cast<unsigned>(random_() % n); }
  bool one_in(unsigned n) { return below(n) == 0; }
  std::string label() { return "b" + std::to_string(labels_++); }
  void open(const std::string &name) { out_ += "block " + name + ":\n"; }
  std::string own() { return "local_id(0, i32)"; }
  std::string exchanged() { return known_ == 0 ? own() : "w" + std::to_string(below(known_)); }

  void ends(const std::string &condition) {
    ending_ = true;
    const std::string on = label();
    out_ += "  br " + condition + ", end, " + on + ";\n";
    open(on);
  }

  std::string place() { // in s
    switch (below(8)) {
    case 0: return "xor(" + own() + ", 1:i32)";
    case 1: return "xor(" + own() + ", " + std::to_string(1 + below(7)) + ":i32)";
    case 2: return "udiv(" + own() + ", 4:i32)";
    case 3: return "urem(" + exchanged() + ", 16:i32)";
    case 4: return "or(and(" + own() + ", 4:i32), and(add(" + own() + ", 1:i32), 3:i32))";
    default: return own();
    }
  }
  void access() {
    const bool global = one_in(6);
    const std::string offset =
        global ? "zext(" + (one_in(3) ? "udiv(" + own() + ", 4:i32)" : own()) + ", i64)" : "zext(" + place() + ", i64)";
    const std::string cell = (global ? "g[" : "s[") + offset + "]";
    if (one_in(2))
      out_ += "  " + cell + " := " + (one_in(3) ? "1:i32" : "v") + ";\n";
    else
      out_ += "  x := " + cell + ";\n";
  }
  std::string lanes() { return one_in(4) ? "2" : "4"; }
  void meet() {
    out_ += "  barrier warp " + lanes() + " fence(" + (one_in(8) ? "" : one_in(8) ? "group" : "group, global") + ");\n";
  }
  void exchange() {
    const int to = known_ < variables ? known_ : static_cast<int>(below(variables));
    const std::string fence = one_in(6) ? "group, global" : "";
    static const char *ops[] = {"any", "all",  "ballot", "match", "add", "min",
                                "max", "umax", "and",    "or",    "xor", "before"};
    const std::string value = one_in(3) ? "v" : one_in(3) ? "n" : one_in(2) ? own() : "and(" + own() + ", 1:i32)";
    out_ += "  barrier warp " + lanes() + " fence(" + fence + ") w" + std::to_string(to) + " := ";
    if (one_in(2))
      out_ += "shuffle(" + value + ", " +
              (one_in(2) ? std::string("0:i32")
                         : "and(xor(" + own() + ", " + std::to_string(1 + below(3)) + ":i32), 3:i32)") +
              ");\n";
    else
      out_ += std::string(ops[below(12)]) + "(" + value + ");\n";
    if (known_ < variables)
      ++known_;
  }
  void branch(unsigned depth) {
    static const char *kinds[] = {"ult(local_id(0, i32), 4:i32)", "eq(local_id(0, i32), 0:i32)",
                                  "slt(local_id(0, i32), n)", "eq(and(local_id(0, i32), 1:i32), 0:i32)"};
    const std::string in = label(), on = label();
    const std::string condition = one_in(3) ? "ne(" + exchanged() + ", 0:i32)" : kinds[below(4)];
    out_ += "  br " + condition + ", " + in + ", " + on + ";\n";
    open(in);
    const int known = known_; // what is exchanged on one way only is not known behind it
    statements(1 + below(2), depth + 1);
    known_ = known;
    out_ += "  goto " + on + ";\n";
    open(on);
  }
  void loop(unsigned depth) { // whose threads may leave it in different rounds, or end there
    const std::string i = "i" + std::to_string(looped_++), head = label(), on = label();
    static const char *rounds[] = {"2:i32", "and(local_id(0, i32), 1:i32)", "udiv(local_id(0, i32), 4:i32)", "n"};
    const std::string more = "slt(" + i + ", " + rounds[below(4)] + ")";
    out_ += "  " + i + " := 0:i32;\n  goto " + head + ";\n";
    open(head);
    if (one_in(3)) { // tested at the head
      const std::string in = label();
      out_ += "  br " + more + ", " + in + ", " + on + ";\n";
      open(in);
    }
    if (one_in(4))
      ends("ule(" + std::to_string(1 + below(7)) + ":i32, add(local_id(0, i32), " + i + "))");
    const int known = known_;
    statements(1 + below(2), depth + 1);
    known_ = known;
    out_ += "  " + i + " := add(" + i + ", 1:i32);\n  br " + more + ", " + head + ", " + on + ";\n";
    open(on);
  }
  void statements(unsigned n, unsigned depth) {
    for (; n > 0; --n)
      switch (below(10)) {
      case 0: out_ += one_in(2) || depth > 0 ? "" : "  barrier group fence(group, global);\n"; break;
      case 1:
      case 2: exchange(); break;
      case 3:
      case 4: meet(); break;
      case 5:
        if (depth < 2 && looped_ < loops && one_in(3))
          loop(depth);
        else if (depth < 2)
          branch(depth);
        break;
      default: access(); break;
      }
  }

  std::mt19937 random_;
  std::string out_;
  int labels_ = 0, known_ = 0, looped_ = 0;
  bool ending_ = false;
};

} // namespace lockstep::oracle
