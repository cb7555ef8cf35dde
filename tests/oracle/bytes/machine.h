// The interpreter's machine: threads with frames over flat memory (memory.h). Internal to tests/oracle/bytes/.
//
// A value is its scalars in the order of its type's leaves. An aggregate that was loaded as a whole carries the bytes
// it was loaded from, so that to store it copies all of them, padding included.
#pragma once

#include "tests/oracle/bytes/interpret.h"
#include "tests/oracle/bytes/memory.h"
#include "tests/oracle/random.h"

#include "llvm/ADT/APFloat.h"
#include "llvm/ADT/APInt.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Operator.h"

#include <array>
#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace lockstep::oracle::bytes {

struct Scalar {
  llvm::APInt bits;
  bool undefined = false; // any value, chosen at each use
};
struct Image {
  std::vector<std::uint8_t> data, defined;
};
struct Val {
  llvm::SmallVector<Scalar, 1> leaves;
  std::shared_ptr<const Image> image;
};

// What is known of a function before it runs; made once per module.
struct FunctionInfo {
  llvm::DenseMap<const llvm::Value *, unsigned> slots; // arguments and instructions
  llvm::DominatorTree dominators;
  llvm::LoopInfo loops;
  llvm::DenseMap<const llvm::Loop *, unsigned> loop_numbers;
};
class ModuleInfo {
public:
  explicit ModuleInfo(const llvm::Module &m);
  const llvm::Module &module;
  const llvm::DataLayout &layout;
  const FunctionInfo &of(const llvm::Function &f);
  const std::vector<llvm::APInt> &constants() const { return constants_; } // that values are compared with
  unsigned leaves(llvm::Type *t);

private:
  std::map<const llvm::Function *, std::unique_ptr<FunctionInfo>> functions_;
  llvm::DenseMap<llvm::Type *, unsigned> leaves_;
  std::vector<llvm::APInt> constants_;
};

struct Frame {
  const llvm::Function *function = nullptr;
  const FunctionInfo *info = nullptr;
  std::vector<Val> slots;
  const llvm::BasicBlock *block = nullptr, *before = nullptr;
  llvm::BasicBlock::const_iterator next;
  const llvm::CallBase *call = nullptr; // in the caller
  std::size_t mark = 0;                 // of private memory
  std::vector<std::uint64_t> rounds;    // of each loop, since it was entered
};

enum class Stop : std::uint8_t { None, GroupBarrier, WarpBarrier, Done };

struct Thread {
  std::uint32_t number = 0, group = 0;
  std::array<unsigned, 3> local{}, group_id{};
  std::vector<Frame> frames;
  Stop stop = Stop::None;
  std::vector<std::uint64_t> site; // where it waits: instructions and rounds of the loops around them
  unsigned fences = 0;
  bool specification = false; // loads are no accesses
  std::uint64_t steps = 0;
  Side side;
};

// How the values that nobody has chosen are chosen, for one execution.
class Chance {
public:
  Chance(Random random, std::vector<llvm::APInt> constants);
  Random random;
  void fill(std::uint8_t *to, std::size_t n); // any bytes
  llvm::APInt any(unsigned width);

private:
  std::vector<llvm::APInt> constants_;
  unsigned mode_;
  std::uint64_t favourite_;
};

class Machine {
public:
  Machine(ModuleInfo &info, const llvm::Function &kernel, const Run &run, Random random, Outcome &outcome);
  void execute(); // all threads to their ends, or to a violation; throws Refused, Undefined

private:
  // machine.cpp: threads, control
  void launch(const llvm::Function &kernel);
  void run_thread(Thread &t);
  void step(Thread &t);
  void enter(Thread &t, const llvm::Function &f, std::vector<Val> arguments, const llvm::CallBase *call);
  void leave(Thread &t, Val result);
  void jump(Thread &t, const llvm::BasicBlock *to);
  void stop_at(Thread &t, Stop stop, unsigned fences);
  bool release_barriers(std::uint32_t group); // false: the group is at its end
  void diverge(const Thread &a, const Thread &b);
  // values.cpp: constants, operands, memory
  Val get(Thread &t, const llvm::Value *v);
  Val constant(Thread &t, const llvm::Constant *c);
  void set(Thread &t, const llvm::Instruction &i, Val v);
  llvm::APInt scalar(const Scalar &s) { return s.undefined ? chance_.any(s.bits.getBitWidth()) : s.bits; }
  llvm::APInt one(Thread &t, const llvm::Value *v);
  std::uint64_t number(Thread &t, const llvm::Value *v) { return one(t, v).getZExtValue(); }
  Val undefined(llvm::Type *type);
  Val zero(llvm::Type *type);
  static Val of(llvm::APInt bits) {
    Val v;
    v.leaves.push_back({std::move(bits), false});
    return v;
  }
  static Val of(unsigned width, std::uint64_t n) { return of(llvm::APInt(width, n)); }
  unsigned width(llvm::Type *scalar) const;
  Address address_of(Thread &t, const llvm::GlobalVariable &g);
  Address offset_of(Thread &t, const llvm::GEPOperator &gep);
  Val load(Thread &t, llvm::Type *type, Address a, bool log, Kind kind = Kind::Read, Reach reach = Reach::Device);
  void store(Thread &t, llvm::Type *type, Address a, const Val &v, Kind kind = Kind::Write,
             Reach reach = Reach::Device);
  void load_leaves(llvm::Type *type, const std::uint8_t *data, const std::uint8_t *defined, Val &to);
  void store_leaves(llvm::Type *type, const Val &v, unsigned &leaf, std::uint8_t *data, std::uint8_t *defined);
  void copy(Thread &t, Address to, Address from, std::uint64_t n);
  void fill(Thread &t, Address to, std::uint8_t byte, std::uint64_t n);
  void note(Thread &t, Object &o, Address a, std::uint64_t n, Kind kind, Reach reach);
  void initialise(Object &o, const llvm::Constant &c, std::uint64_t at);
  // arithmetic.cpp
  bool arithmetic(Thread &t, const llvm::Instruction &i); // false: no instruction of arithmetic
  llvm::APInt binary(const llvm::Instruction &i, const llvm::APInt &a, const llvm::APInt &b);
  llvm::APInt binary_float(const llvm::Instruction &i, llvm::Type *type, const llvm::APInt &a, const llvm::APInt &b);
  Val cast(const llvm::CastInst &i, const Val &v);
  bool compare(const llvm::CmpInst &i, llvm::Type *type, const llvm::APInt &a, const llvm::APInt &b);
  // atomics.cpp
  void atomic(Thread &t, const llvm::Instruction &i);
  llvm::APInt combined(llvm::AtomicRMWInst::BinOp op, llvm::Type *type, const llvm::APInt &old,
                       const llvm::APInt &operand);
  Val read_modify_write(Thread &t, llvm::AtomicRMWInst::BinOp op, llvm::Type *type, Address a,
                        const llvm::APInt &operand, Reach reach);
  Val swap_if(Thread &t, llvm::Type *type, Address a, const llvm::APInt &expected, const llvm::APInt &desired,
              Reach reach, bool &done);
  bool atomic_builtin(Thread &t, const llvm::CallBase &c, const std::string &name, const std::string &types);
  // calls.cpp
  void call(Thread &t, const llvm::CallBase &c);
  bool intrinsic(Thread &t, const llvm::CallBase &c, llvm::StringRef name);
  bool builtin(Thread &t, const llvm::CallBase &c, const std::string &name, const std::string &types);
  bool integer_builtin(Thread &t, const llvm::CallBase &c, const std::string &name, const std::string &types);
  bool convert_builtin(Thread &t, const llvm::CallBase &c, const std::string &name, const std::string &types);
  bool vector_memory(Thread &t, const llvm::CallBase &c, const std::string &name);
  std::optional<std::uint64_t> geometry(const Thread &t, const std::string &name, unsigned dimension) const;

  ModuleInfo &info_;
  const Run &run_;
  Outcome &outcome_;
  bool ordered_ = false; // an atomic operation was executed that orders other accesses
  Chance chance_;
  Memory memory_;
  std::deque<Thread> threads_;
  std::map<std::pair<const llvm::GlobalVariable *, std::uint32_t>, Address> globals_;
  std::map<std::pair<unsigned, std::uint32_t>, Address> group_parameters_;
  std::map<std::array<std::uint64_t, 4>, std::uint64_t> unspecified_; // operation, width, operands
};

std::string demangled(llvm::StringRef symbol,
                      std::string &types); // the base name of _Z..., and the codes of its parameters

} // namespace lockstep::oracle::bytes
