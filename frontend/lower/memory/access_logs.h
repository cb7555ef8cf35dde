// What annotations say of the accesses that a thread has made since its last barrier (builtins/access_logs.cpp): the
// variables of the kernel that keep it.
#pragma once

#include "frontend/lower/memory/arrays.h"

namespace lockstep::frontend {

class AccessLogs {
public:
  AccessLogs(Builder &out, const Arrays &arrays) : in_(out.in), out_(out), arrays_(arrays) {}

  // Has what the pointer leads to been accessed, or (`place`) at which byte? `asked`: what the source calls it.
  cfg::Expr logged(const std::string &asked, const Pointer &p, bool writes, bool place);
  cfg::Expr same_group(); // are the threads that an annotation is about of one group?
  // Has an atomic on the array's first cell given the thread this value? Only where that is claimed, not denied.
  cfg::Expr has_taken(const Pointer &p, cfg::Expr value);
  bool is_denied(const cfg::Expr &e) const;         // does it say that some value has not been taken, or may it?
  bool are_in(const cfg::Expr &e) const;            // does it speak of accesses, or of which pair they are?
  cfg::Expr of_one_group(const cfg::Expr &e) const; // what it says of two threads of a group
  // Does it speak of accesses to an array that is none of these (by the source's names; none are named: all are)?
  bool are_of_others(const cfg::Expr &e, const std::vector<std::string> &arrays) const;
  // What an annotation says of an access to the watched place, or (not `made`) where there is none.
  cfg::Expr said_of(const cfg::Expr &e, bool made) const;
  cfg::Expr covers(cfg::ArrayId array, bool writes, const cfg::Expr &offset, std::uint64_t granules); // that place
  void finish(); // once all accesses are there

private:
  struct Log {
    cfg::VarId touched, watched;
  };
  const Log &log_of(cfg::ArrayId array, bool writes);
  std::optional<cfg::Stmt> logging(const cfg::Stmt &s);
  void empty_logs(const cfg::Stmt &s, std::vector<cfg::Stmt> &out);
  void write_logs();
  void tie_pair();
  std::optional<cfg::Stmt> taking(const cfg::Stmt &s) const;
  bool denies(const cfg::Expr &e, bool positive) const;

  const Source &in_;
  Builder &out_;
  const Arrays &arrays_;
  std::map<std::pair<cfg::ArrayId, bool>, Log> logs_;      // of writes, or of reads
  std::map<std::pair<cfg::ArrayId, unsigned>, Log> taken_; // by the value's width; watched: a value
  std::optional<cfg::VarId> same_group_;                   // of the pair of threads that annotations speak of
};

} // namespace lockstep::frontend
