// memcpy, memmove, memset, and what else moves many granules (memcpy.cpp).
#pragma once

#include "frontend/lower/memory/memory.h"

#include "llvm/IR/IntrinsicInst.h"

namespace lockstep::frontend {

class Moves {
public:
  Moves(Builder &out, Values &values, const Arrays &arrays, Memory &memory)
      : in_(out.in), out_(out), values_(values), arrays_(arrays), memory_(memory) {}

  void copy_memory(const llvm::MemTransferInst &i);
  void set_memory(const llvm::MemSetInst &i);
  void forget_contents(const llvm::Value *pointer, const llvm::Value *bytes); // of locals whose life starts again
  void copy_granules(cfg::ArrayId to, cfg::Expr to_at, cfg::ArrayId from, cfg::Expr from_at, cfg::Expr granules,
                     bool may_overlap = false);
  void initialise_by_value(); // at the kernel's entry
  cfg::Expr length_in_granules(const llvm::Value *bytes, unsigned granule);

private:
  void copy_objects(ObjectId to, cfg::Expr to_at, ObjectId from, cfg::Expr from_at, cfg::Expr granules,
                    bool may_overlap);
  void copy_shadows(ObjectId to, cfg::Expr to_at, ObjectId from, cfg::Expr from_at, cfg::Expr granules,
                    bool may_overlap);
  void copy_slots(ObjectId to, cfg::Expr to_at, ObjectId from, cfg::Expr from_at);
  void set_granules(cfg::ArrayId array, cfg::Expr at, cfg::Expr value, cfg::Expr granules);
  void clear_shadows(ObjectId id, cfg::Expr at, cfg::Expr granules);
  void in_pieces(const std::function<void()> &accesses);

  const Source &in_;
  Builder &out_;
  Values &values_;
  const Arrays &arrays_;
  Memory &memory_;
};

} // namespace lockstep::frontend
