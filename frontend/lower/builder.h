// The kernel under construction: its statements, blocks and variables, where the next statement goes, and what has been
// refused on the way. Everybody else writes through it.
#pragma once

#include "frontend/lower/source.h"
#include "support/diagnostic.h"

#include <functional>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace lockstep::frontend {

// Names that are taken once: a hint, with a number behind it where it has been asked for before.
class Names {
public:
  std::string fresh(const std::string &hint);

private:
  std::set<std::string> taken_;
  std::map<std::string, unsigned> last_; // by hint: the number that made it fresh last
};

// What is told to the user.
struct Report {
  support::Diagnostics &diags;
  bool refused = false;

  // "... is not supported", once
  void refuse_at(const support::Origin &origin, const std::string &what, support::Topic topic = support::Topic::Other);
};

struct AccessMode { // of the loads and stores to come
  bool quiet = false, fresh = false, incoherent = false;
  std::uint64_t align = 0; // of what they access, in bytes; 0: as many as each is wide
};

// Is what is being lowered in an annotation of the source, where loads are no accesses and nothing has an effect?
struct AnnotationState {
  unsigned depth = 0;
  bool is_expression = false; // it must be one expression, without statements

  explicit operator bool() const { return depth != 0; }
};

// A barrier invariant, and the threads (local ids), or pairs of threads, whose claims are of use behind the barrier.
struct BarrierInvariant {
  cfg::Expr condition;
  std::vector<cfg::Expr> threads;
  std::vector<std::pair<cfg::Expr, cfg::Expr>> pairs;
};

class Builder {
public:
  using Node = decltype(cfg::Stmt::node);
  using Check = std::function<std::optional<cfg::Stmt>(const Node &)>;

  Builder(const Source &source, support::Diagnostics &diags);

  void emit(Node node); // a statement; accesses side by side that one expression of the source makes become one
  cfg::BlockId new_block(const std::string &hint);
  void finish_block(decltype(cfg::Terminator::node) node);
  void jump(cfg::BlockId to); // ends the current block and continues in `to`
  cfg::VarId new_var(const std::string &hint, cfg::Type type, const llvm::Value *v = nullptr);
  cfg::Expr havoc(cfg::Type type, const std::string &hint);
  void refuse(const std::string &what, support::Topic topic = support::Topic::Other) {
    report.refuse_at(origin, what, topic);
  }
  void take_for_granted(const std::string &what); // listed among the assumptions
  // To be asked of each statement: what goes in front of it.
  void check_with(Check check) { checks_.push_back(std::move(check)); }
  // Of variables of LLVM's values: where they are assigned.
  const std::map<cfg::VarId, const llvm::BasicBlock *> &made_in() const { return made_in_; }

  const Source &in;
  cfg::Kernel kernel;
  std::vector<cfg::Stmt> entry; // go before everything else
  const llvm::BasicBlock *source_block = nullptr;
  cfg::BlockId block = 0; // where the next statement goes
  support::Origin origin; // what it comes from
  Names names;            // of variables and arrays
  Report report;
  AccessMode mode;
  AnnotationState annotation;
  std::vector<BarrierInvariant> at_barrier; // of the next barrier

private:
  Names block_names_;
  std::map<cfg::VarId, const llvm::BasicBlock *> made_in_;
  std::vector<Check> checks_;
};

// Until its end, loads and stores are made in this mode.
class InMode {
public:
  InMode(Builder &out, AccessMode mode) : out_(out), before_(std::exchange(out.mode, mode)) {}
  ~InMode() { out_.mode = before_; }
  InMode(const InMode &) = delete;
  InMode &operator=(const InMode &) = delete;

private:
  Builder &out_;
  AccessMode before_;
};

// A parameter that no program has: any value, the same for all threads.
cfg::VarId added_parameter(Builder &out, cfg::VarKind kind, const std::string &name, cfg::Type type);

// for (i = 0; i < count; ++i) body(i)
void loop(Builder &out, cfg::Expr count, const std::string &name, const std::function<void(cfg::Expr)> &body);

} // namespace lockstep::frontend
