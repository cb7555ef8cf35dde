// What annotations say of the accesses that a thread has made since its last barrier (builtins/access_logs.cpp): the
// variables of the kernel that keep it.
#pragma once

#include "frontend/lower/arrays.h"

namespace lockstep::frontend {

class AccessLogs {
public:
  AccessLogs(Builder &out, const Arrays &arrays) : in_(out.in), out_(out), arrays_(arrays) {}

  // Has what the pointer leads to been accessed, or (`place`) at which byte? `asked`: what the source calls it.
  cfg::Expr logged(const std::string &asked, const Pointer &p, bool writes, bool place);
  cfg::Expr same_group();                // are the threads that an annotation is about of one group?
  bool are_in(const cfg::Expr &e) const; // does it speak of accesses, or of which pair they are?
  void finish();                         // once all accesses are there

private:
  struct Log {
    cfg::VarId touched, watched;
  };
  const Log &log_of(cfg::ArrayId array, bool writes);
  std::optional<cfg::Stmt> logging(const cfg::Stmt &s);
  void empty_logs(const cfg::Stmt &s, std::vector<cfg::Stmt> &out);
  void write_logs();
  void tie_pair();

  const Source &in_;
  Builder &out_;
  const Arrays &arrays_;
  std::map<std::pair<cfg::ArrayId, bool>, Log> logs_; // of writes, or of reads
  std::optional<cfg::VarId> same_group_;              // of the pair of threads that annotations speak of
};

} // namespace lockstep::frontend
