// Generated identifiers: see names.h.
#include "emit/encode/names.h"

#include <cctype>

namespace lockstep::emit {

std::string suffix(Thread t) { return t == Thread::First ? "$1" : "$2"; }

namespace names {

std::string escape(std::string_view text) {
  static const char *hex = "0123456789abcdef";
  std::string out;
  for (char c : text) {
    if (std::isalnum(static_cast<unsigned char>(c)) || c == '_' || c == '.')
      out += c;
    else
      out += {'#', hex[(c >> 4) & 15], hex[c & 15]};
  }
  return out.empty() ? "#" : out;
}

std::string shared(const cfg::Kernel &k, cfg::VarId v) { return "v$" + escape(k.vars[v].name); }
std::string copy(const cfg::Kernel &k, cfg::VarId v, Thread t) { return shared(k, v) + suffix(t); }
std::string array(const cfg::Kernel &k, cfg::ArrayId a) { return "a$" + escape(k.arrays[a].name); }
std::string private_array(const cfg::Kernel &k, cfg::ArrayId a, Thread t) {
  return "p$" + escape(k.arrays[a].name) + suffix(t);
}
std::string marks(const cfg::Kernel &k, cfg::ArrayId a, Thread t) {
  return "p$" + escape(k.arrays[a].name) + "$marks" + suffix(t);
}
std::string more_marks(const cfg::Kernel &k, cfg::ArrayId a, Thread t) {
  return "p$" + escape(k.arrays[a].name) + "$more" + suffix(t);
}
std::string knows_all(const cfg::Kernel &k, cfg::ArrayId a, Thread t) {
  return "p$" + escape(k.arrays[a].name) + "$all" + suffix(t);
}
std::string any_cell(const cfg::Kernel &k, cfg::ArrayId a, std::size_t number, Thread t) {
  return "p$" + escape(k.arrays[a].name) + "$any" + std::to_string(number) + suffix(t);
}
namespace {
std::string dimensioned(const char *what, unsigned d) { return std::string(what) + "_" + "xyz"[d]; }
} // namespace
std::string local_id(unsigned d, Thread t) { return dimensioned("local_id", d) + suffix(t); }
std::string group_id(unsigned d, Thread t) { return dimensioned("group_id", d) + suffix(t); }
std::string local_size(unsigned d) { return dimensioned("local_size", d); }
std::string num_groups(unsigned d) { return dimensioned("num_groups", d); }
std::string bits_of(const std::string &integer_constant) { return integer_constant + "$bits"; }
std::string iteration(std::size_t loop, Thread t) { return "iteration$" + std::to_string(loop) + suffix(t); }
std::string iteration_bits(std::size_t loop, unsigned width, Thread t) {
  return "iteration$" + std::to_string(loop) + "$bv" + std::to_string(width) + suffix(t);
}
std::string shared_iteration(std::size_t loop) { return "iteration$" + std::to_string(loop); }
std::string on_entry(const cfg::Kernel &k, cfg::VarId v, std::size_t loop, Thread t) {
  return shared(k, v) + "$entry" + std::to_string(loop) + suffix(t);
}
std::string taken(const cfg::Kernel &k, cfg::VarId v, Thread t) { return shared(k, v) + "$taken" + suffix(t); }
std::string ticket_place(const cfg::Kernel &k, cfg::VarId v, Thread t) { return shared(k, v) + "$counter" + suffix(t); }
std::string ticket_amount(const cfg::Kernel &k, cfg::VarId v, Thread t) { return shared(k, v) + "$amount" + suffix(t); }
std::string steps(const cfg::Kernel &k, cfg::VarId v, Thread t) { return shared(k, v) + "$steps" + suffix(t); }

std::string turns(const cfg::Kernel &k, cfg::VarId v, std::size_t loop, Thread t) {
  return shared(k, v) + "$turns" + std::to_string(loop) + suffix(t);
}
std::string shared_load(const cfg::Kernel &k, cfg::VarId v, cfg::BlockId block, std::size_t stmt) {
  return shared(k, v) + "$load" + std::to_string(block) + "." + std::to_string(stmt);
}
std::string exchanged(const cfg::Kernel &k, cfg::VarId v, cfg::BlockId block, std::size_t stmt, std::string_view what,
                      Thread t) {
  return shared_load(k, v, block, stmt) + "$" + std::string(what) + suffix(t);
}
std::string function(std::string_view operation, std::string_view signature) {
  return "f$" + escape(operation) + "$" + std::string(signature);
}

std::string memory(const cfg::Kernel &k, cfg::ArrayId a) { return "m$" + escape(k.arrays[a].name); }
std::string watched(const cfg::Kernel &k, cfg::ArrayId a) { return "watched$" + escape(k.arrays[a].name); }
std::string watched_value(const cfg::Kernel &k, cfg::ArrayId a, const std::string &type) {
  return watched(k, a) + "$value$" + type;
}
std::string watched_base(const cfg::Kernel &k, cfg::ArrayId a) { return watched(k, a) + "$base"; }
std::string logged(const cfg::Kernel &k, cfg::ArrayId a, cfg::AccessKind kind, Thread t) {
  const char *word = kind == cfg::AccessKind::Read ? "read$" : kind == cfg::AccessKind::Write ? "write$" : "atomic$";
  return std::string("log$") + word + escape(k.arrays[a].name) + suffix(t);
}
std::string kept(const std::string &slot, const std::string &what) { return slot + "$" + what; }
std::string counter(std::size_t loop, unsigned width) {
  return shared_iteration(loop) + (width == 0 ? std::string() : "$bv" + std::to_string(width));
}
std::string entered(const std::string &what, std::size_t loop) { return what + "$entered" + std::to_string(loop); }
std::string any(const cfg::Kernel &k, cfg::VarId v) { return shared(k, v) + "$any"; }
std::string hit(Thread t) { return "hit" + suffix(t); }
std::string candidate(std::size_t number) { return "candidate$" + std::to_string(number); }

} // namespace names
} // namespace lockstep::emit
