// The arrays of the kernel: which keeps what object, and how a value lies in it (declarations.cpp).
#pragma once

#include "frontend/lower/values.h"

namespace lockstep::frontend {

class Arrays {
public:
  struct Shadows { // of a private array that holds pointers (memory.cpp)
    cfg::ArrayId objects, offsets;
  };

  explicit Arrays(Builder &out) : in_(out.in), out_(out) {}

  void declare(); // one for each object that needs one
  void note_aliasing();

  cfg::ArrayId at(ObjectId id) const { return array_of_.at(id); }
  const cfg::Array &of(ObjectId id) const { return out_.kernel.arrays[at(id)]; }
  const std::map<ObjectId, cfg::ArrayId> &all() const { return array_of_; }
  const Shadows *shadows(ObjectId id) const; // null: it has none
  bool is_readable(ObjectId id) const { return array_of_.count(id) != 0; }
  // By-value parameters that are written: the thread's own copy, the original.
  const std::vector<std::pair<cfg::ArrayId, cfg::ArrayId>> &by_value_copies() const { return by_value_copies_; }

  cfg::Type memory_type(ObjectId id, unsigned bytes) const; // of a value of so many bytes in the object's array
  bool by_granules(ObjectId id) const;                      // private arrays are kept granule by granule
  unsigned granules_of(ObjectId id, const Scalar &s) const;
  // The contents of constant memory, where they and the place are known.
  std::optional<std::uint64_t> known_granule(cfg::ArrayId array, const cfg::Expr &offset, std::uint64_t step) const;

private:
  struct Declared { // an object's array, and what it is made from
    cfg::Array array;
    std::string name;
    const llvm::DIVariable *type = nullptr; // null: not known
    const llvm::DIType *rows_of = nullptr;  // whose elements it has; null: not known
    unsigned element = 0;                   // bytes, of the source's type; 0: not known
    std::optional<std::uint64_t> bytes;
    std::optional<std::string> shown_as;
  };
  bool describe(ObjectId id, Declared &out);
  void declare_object(ObjectId id);
  void declare_shadows(ObjectId id);

  const Source &in_;
  Builder &out_;
  std::map<ObjectId, cfg::ArrayId> array_of_;
  std::map<ObjectId, Shadows> shadows_;
  std::vector<std::pair<cfg::ArrayId, cfg::ArrayId>> by_value_copies_;
};

// Parameters that are values.
void declare_parameters(Builder &out, Values &values);

} // namespace lockstep::frontend
