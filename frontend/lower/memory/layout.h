// The arrays of a kernel and their granules (cfg/ir/kernel.h).
//
// Objects that one pointer may reach share a granule: the greatest number of bytes that divides every access size,
// every constant offset and every stride with which a pointer into them is moved, and where in a buffer a launch lets
// it begin. Offsets are then counted in granules
// from the start and need no division.
#pragma once

#include "cfg/ir/kernel.h"
#include "frontend/llvm/points_to.h"
#include "frontend/lower/debug.h"
#include "frontend/types.h"

#include "llvm/IR/Function.h"
#include "llvm/IR/Operator.h"

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace lockstep::frontend {

// Bytes that surely divide an integer value (a power of two, at most 64), whatever wraps.
std::uint64_t known_factor(const llvm::Value *v);

// The offset a GEP adds: constant + sum of index * scale, in bytes.
struct GepOffset {
  std::int64_t constant = 0;
  std::vector<std::pair<const llvm::Value *, std::int64_t>> terms;
};
std::optional<GepOffset> gep_offset(const llvm::GEPOperator &gep, const llvm::DataLayout &layout);

// Classes of the objects that one pointer may reach.
class GranuleClasses {
public:
  explicit GranuleClasses(std::size_t objects);
  void unify(const Targets &t);
  // The granules of the object's class are to divide so many bytes.
  void divide(ObjectId object, std::uint64_t bytes);
  std::uint64_t divisor(ObjectId object) const { return divisor_[root(object)]; } // in bytes; 0: no constraint

private:
  ObjectId root(ObjectId id) const;

  mutable std::vector<ObjectId> parent_;
  std::vector<std::uint64_t> divisor_; // of roots
};

// Which objects are accessed, and how.
class ObjectAccesses {
public:
  void note(ObjectId object, bool write);
  void note(ObjectId object, cfg::Type type, unsigned bytes, bool write);
  bool any(ObjectId object) const { return accessed_.count(object) != 0; }
  bool written(ObjectId object) const { return written_.count(object) != 0; }
  std::optional<cfg::Type> only_type(ObjectId object) const; // of the scalars met

private:
  std::map<ObjectId, std::set<std::pair<int, unsigned>>> types_; // scalar types met: (kind, width)
  std::set<ObjectId> accessed_, written_;
};

class Layout {
public:
  // `aligned`: no granule is larger than an access to shared memory is aligned (where requests are counted).
  // `debug`: of the function.
  Layout(const llvm::Function &f, const PointsTo &points_to, const DebugInfo &debug, const PassedBuffers &passed,
         bool aligned);

  unsigned granule(ObjectId object) const;
  cfg::Type element(ObjectId object) const; // of a granule
  bool accessed(ObjectId object) const { return accesses_.any(object); }
  bool written(ObjectId object) const { return accesses_.written(object); }
  // Holds pointers: shadow arrays keep where they point (memory.cpp).
  bool holds_pointers(ObjectId object) const;
  // A by-value parameter that is only read, at constant offsets, by values that do not overlap: it becomes scalars.
  bool is_scalarised(ObjectId object) const { return scalarised_.count(object) != 0; }

private:
  const PointsTo &points_to_;
  GranuleClasses classes_;
  ObjectAccesses accesses_;
  std::set<ObjectId> scalarised_;
};

} // namespace lockstep::frontend
