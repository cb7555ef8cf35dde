// Which memory objects each pointer of a kernel may point to: a flow-insensitive, inclusion-based analysis over the
// whole (inlined) function, after Andersen. Tested by tests/unit/frontend/test_build_kernel_pointers.cpp.
//
// Objects are the things a pointer can be derived from: a pointer parameter, a pointer slot inside a by-value
// parameter, a by-value parameter, a global variable, an alloca. Distinct pointer parameters are distinct objects: the
// kernel is verified for calls that pass non-overlapping buffers (the front end says so in a note).
// Sound because every way to make a pointer either hands on the objects of its operands or sets `unknown`, and an
// access through an unknown pointer is refused.
#pragma once

#include "llvm/ADT/DenseMap.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/InstrTypes.h"

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

namespace lockstep::frontend {

enum class ObjectKind : std::uint8_t {
  Null,
  Param,        // what a pointer parameter points to
  Slot,         // what a pointer inside a by-value parameter points to
  ByValue,      // a by-value parameter itself
  Global,       // a global variable of the module
  Local,        // an alloca
  Heap,         // what a call of malloc or new gives: of each thread, and each time, its own
  Function,     // a function: an address only
  Dispatch,     // AMDGCN's dispatch packet
  ImplicitArgs, // AMDGCN's implicit kernel arguments
  Behind,       // what a pointer that a load finds in shared memory points to: any global memory
};

struct Object {
  ObjectKind kind = ObjectKind::Null;
  const llvm::Value *value = nullptr; // Argument, GlobalVariable, AllocaInst, the call that made it, or the load
  std::uint64_t slot = 0;             // Slot, Behind: byte offset in the by-value parameter, or in what is loaded
  unsigned address_space = 0;         // Slot, Behind: of the pointer there
};

using ObjectId = std::uint32_t;
inline constexpr ObjectId null_object = 0;

// Memory of one thread: what is stored there is kept track of, pointers included.
inline bool is_own(ObjectKind kind) { return kind == ObjectKind::Local || kind == ObjectKind::Heap; }

struct Targets {
  std::set<ObjectId> objects;
  bool unknown = false;             // may point to something else, too
  bool from_memory = false;         // was loaded: an uninitialised one may hold anything
  bool merge(const Targets &other); // true if it grew
};

// What a launch passes for pointer parameters, by their names.
struct PassedBuffers {
  std::vector<std::pair<std::string, std::string>> same;         // pairs that point into one buffer
  std::vector<std::pair<std::string, std::string>> same_numbers; // pairs that are one number: names of one surface
  std::set<std::string> null;                                    // pointers that are null
  std::map<std::string, std::uint64_t> begins;                   // bytes into it, where not to its beginning
  bool others_apart = false;                                     // all others do not overlap
};

class ObjectTable {
public:
  ObjectId make(Object o); // or the one that is there
  std::optional<ObjectId> find(ObjectKind kind, const llvm::Value *value, std::uint64_t slot) const;
  const std::vector<Object> &all() const { return objects_; }
  const Object &operator[](ObjectId id) const { return objects_[id]; }
  // What was made, is found as another object from now on.
  template <typename Of> void rename(const Of &of) {
    for (auto &[key, id] : ids_)
      id = of(id);
  }

private:
  std::vector<Object> objects_{Object{}}; // null_object
  std::map<std::tuple<ObjectKind, const llvm::Value *, std::uint64_t>, ObjectId> ids_;
};

class PointsTo {
public:
  // `follow_memory`: pointers in shared memory point to objects of their own (frontend.h), else to what is unknown.
  explicit PointsTo(const llvm::Function &f, const PassedBuffers &passed = {}, bool follow_memory = false);

  const std::vector<Object> &objects() const { return objects_.all(); }
  const Targets &of(const llvm::Value *v) const;  // of a pointer, or of a value that contains pointers
  const Targets &contents(ObjectId object) const; // pointers stored in the object
  const std::map<const llvm::Value *, Targets> &values() const { return values_; }
  bool may_be_shared(const llvm::Value *pointer) const; // leads to memory that another thread may write to
  ObjectId slot(const llvm::Value *by_value, std::uint64_t offset) const; // null_object if there is none
  ObjectId behind(const llvm::Value *load, std::uint64_t offset) const;   // likewise

private:
  // Parameters that a precondition says are equal, or that a launch passes one buffer for, share their object.
  void unite_equal(const llvm::Function &f, const PassedBuffers &passed);
  void join_behind();
  Targets of_constant(const llvm::Constant *c);
  Targets get(const llvm::Value *v);
  Targets transfer(const llvm::Instruction &i);
  Targets of_load(const llvm::Instruction &load);
  Targets of_call(const llvm::CallBase &call);
  bool effects(const llvm::Instruction &i); // on contents
  bool copy_contents(const llvm::CallBase &copy);
  bool store_into(const llvm::Value *pointer, const Targets &value);
  bool overwrite(const llvm::Value *pointer, std::optional<std::uint64_t> bytes); // no bytes: nobody knows how many

  const llvm::DataLayout &layout_;
  const bool follow_memory_;
  ObjectTable objects_;
  std::map<const llvm::Value *, Targets> values_;
  std::map<ObjectId, Targets> contents_;
};

bool contains_pointer(const llvm::Type *type);
// An address in the first page: what arithmetic on a null pointer gives.
bool is_near_null(const llvm::Value *integer);

// The pointer whose address an integer is, unchanged; nullptr if there is none. Arithmetic on addresses is not
// followed: the sum may lie in another object.
const llvm::Value *pointer_behind(const llvm::Value *integer);

// The by-value parameter and constant byte offset behind a pointer, if it is one.
const llvm::Argument *by_value_at(const llvm::Value *pointer, const llvm::DataLayout &layout, std::uint64_t &offset);

// Is something else among them than CUDA's shared memory? That alone is copied into in hardware (cp.async).
bool may_leave_shared_memory(const Targets &t, const std::vector<Object> &objects);

} // namespace lockstep::frontend
