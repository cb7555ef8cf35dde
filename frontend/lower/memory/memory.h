// Accesses to memory: which object a pointer leads to, loads and stores of scalars (memory.cpp, loads.cpp).
#pragma once

#include "frontend/lower/memory/addresses.h"
#include "frontend/lower/memory/arrays.h"

namespace lockstep::frontend {

class Memory {
public:
  Memory(Builder &out, Values &values, const Arrays &arrays, Addresses &addresses)
      : in_(out.in), out_(out), values_(values), arrays_(arrays), addresses_(addresses) {}

  // The access, for each object that the pointer may lead to; where it leads to none that can be: `on_invalid`.
  void on_each_target(
      const Pointer &p, const std::function<void(ObjectId)> &access, const std::function<void()> &on_invalid = [] {});
  bool only_private(const Pointer &p) const; // leads nowhere but to private arrays

  Pieces load_scalars(const Pointer &p, const std::vector<Scalar> &parts, const llvm::Value *name);
  // Loads from what is no array: scalarised by-value parameters and AMDGCN's packets. False: it is one.
  bool load_special(const Pointer &p, const llvm::Value *address, const std::vector<Scalar> &parts, Pieces &out);
  Pieces read_scalars(const Pointer &p, const std::vector<Scalar> &parts); // in annotations
  void store_scalars(const Pointer &p, const std::vector<Scalar> &parts, const Pieces &values);
  void store_shadows(ObjectId id, cfg::Expr offset, const Piece &p, unsigned bytes); // of a pointer

private:
  struct ScalarLoad;
  void not_null(const Pointer &p, const cfg::Expr &valid);
  void store_run(ObjectId id, cfg::Expr offset, const std::vector<Scalar> &parts, const Pieces &values);
  void clear_shadows(ObjectId id, cfg::Expr offset, std::uint64_t granules);
  std::vector<cfg::Expr> divided(cfg::Expr value, ObjectId id, unsigned granules); // a value's parts, of private arrays

  const Source &in_;
  Builder &out_;
  Values &values_;
  const Arrays &arrays_;
  Addresses &addresses_;
  std::map<std::pair<ObjectId, std::uint64_t>, Piece> by_value_; // scalarised by-value parameters, by byte offset
};

// A value as an array keeps it, and back.
cfg::Expr to_memory(Builder &out, cfg::Expr e, const Scalar &s, cfg::Type memory);
cfg::Expr from_memory(Builder &out, cfg::Expr e, const Scalar &s);

bool from_heap(const Source &in, const Targets &t); // may it lead to what malloc has given?
void finish_incoherent(Builder &out);               // loads of what nobody writes are coherent
void finish_alignments(cfg::Kernel &kernel);        // only those are kept that are less than an access is wide

} // namespace lockstep::frontend
