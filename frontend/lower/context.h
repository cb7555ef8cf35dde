// The lowering of one function: state shared by the files of lower/. LLVM's instructions become statements and
// expression trees of the kernel IR.
//
//   function.cpp      blocks in reverse post-order, the end result
//   declarations.cpp  arrays and parameters
//   control.cpp       phis (parallel copies on edges), terminators
//   values.cpp        constants, which values become variables
//   instructions.cpp  arithmetic, comparisons, casts
//   vectors.cpp       elements of vectors, members of aggregates
//   pointers.cpp      pointers as (object, offset)
//   memory.cpp        stores; loads.cpp: loads; memcpy.cpp: memcpy, memmove, memset
//   atomics.cpp       atomics of LLVM, OpenCL and CUDA
//   calls.cpp         calls: the table intrinsics.def, LLVM's intrinsics, refusals
//   lower/builtins/         the handlers that the table names: annotations, warps, copies, images, print, heap, ...
//
// A pointer of unknown origin is raw: the offset is its address, the object is `raw_object`. It can be moved about,
// stored and compared, not accessed.
//
// Values. An LLVM value is a list of pieces, one per scalar. A piece that is a pointer has an offset (in granules of
// what it points to) and says which object (an i32: the ObjectId; 0 is null). Sound to keep expressions over phi
// variables unevaluated until their use: in SSA form, whenever the phi is assigned again, the definition of everything
// that depends on it is passed again before its next use; edge copies are parallel.
#pragma once

#include "cfg/ir/kernel.h"
#include "cfg/ir/launch.h"
#include "cfg/ir/padding.h"
#include "frontend/builtins/intrinsics.h"
#include "frontend/llvm/points_to.h"
#include "frontend/lower/copies.h"
#include "frontend/lower/debug.h"
#include "frontend/lower/layout.h"
#include "frontend/module.h"
#include "frontend/types.h"
#include "support/diagnostic.h"

#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"

#include <functional>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace lockstep::frontend {

inline constexpr ObjectId raw_object = 0xffffffff;

// The same bits as another type; folded where they are known or were of that type before.
cfg::Expr bit_cast(cfg::Expr e, cfg::Type to);

// Makes `last` include `next`, if that is a load (or store) of the granules right after those of the load (or store)
// `last`: the members of a structure that one expression of the source reads or writes are one ranged access.
bool extend_access(cfg::Stmt &last, const decltype(cfg::Stmt::node) &next);

// What a load, store or atomic goes through.
struct Cycle; // recurrences.h

struct Pointer {
  Piece piece;
  Targets targets;
  const llvm::Value *value = nullptr; // null: made by a handler
};

cfg::Order order_of(llvm::AtomicOrdering order); // lower/fences.cpp

class Lowerer {
public:
  Lowerer(const llvm::Function &f, Dialect dialect, const Options &options, const PassedBuffers &passed,
          unsigned lock_step, support::Diagnostics &diags);
  bool run(); // false: refused, see the diagnostics
  cfg::Kernel take() { return std::move(kernel_); }

  // --- handlers named by intrinsics.def (lower/builtins/, atomics.cpp) ---
#define HANDLER(name) void name(const Call &call);
#include "frontend/builtins/intrinsics.def"

private:
  // --- function.cpp ---
  std::optional<cfg::Space> space_of(const Object &o) const; // empty: not modelled
  void declare_arrays();
  struct DeclaredArray { // an object's array, and what it is made from
    cfg::Array array;
    std::string name;
    const llvm::DIVariable *type = nullptr; // null: not known
    unsigned element = 0;                   // bytes, of the source's type; 0: not known
    std::optional<std::uint64_t> bytes;
    std::optional<std::string> shown_as;
  };
  bool describe(ObjectId id, DeclaredArray &out);
  void declare_object(ObjectId id);
  void declare_shadows(ObjectId id);
  void declare_parameters();
  void initialise_by_value();
  void note_aliasing();
  void set_initial(cfg::Array &array, const llvm::GlobalVariable &g);
  bool check_graph();
  void settle_lock_step();
  void lower_blocks();
  void lower(const llvm::Instruction &i);

  // --- control.cpp ---
  void start_phi(const llvm::PHINode &phi);
  void finish_edges();
  struct Edge {                               // on which phis are assigned, in `block`
    const llvm::BasicBlock *from, *last, *to; // control goes from `from` to `to`; the phis take their values for `last`
    cfg::BlockId block;
  };
  void copy_on_edge(const Edge &edge);
  const llvm::PHINode *branching_phi(const llvm::BasicBlock &block) const;
  const llvm::Value *only_value(const llvm::PHINode &phi) const;
  const llvm::BasicBlock *forwarded(const llvm::BasicBlock &from, const llvm::BasicBlock &block) const;
  void emit_parallel(const std::vector<std::pair<cfg::VarId, cfg::Expr>> &asked);
  void lower_terminator(const llvm::Instruction &i);
  cfg::BlockId edge(const llvm::BasicBlock &from, const llvm::BasicBlock &to);
  void unreachable(const std::string &why);

  // --- values.cpp ---
  Pieces value(const llvm::Value *v);     // undefined pieces stay empty
  Pieces pieces(const llvm::Value *v);    // all pieces defined
  cfg::Expr scalar(const llvm::Value *v); // the only piece
  Pointer pointer(const llvm::Value *v);
  Pieces constant(const llvm::Constant *c);
  Pieces aggregate_constant(const llvm::Constant *c);
  void define(Piece &p, const Scalar &s);
  void set(const llvm::Value *v, Pieces p);                                     // the value is known from here on
  cfg::Expr keep(cfg::Expr e, const llvm::Value *v, const std::string &suffix); // maybe through a variable
  cfg::VarId new_var(const std::string &hint, cfg::Type type, const llvm::Value *v = nullptr);
  cfg::Expr havoc(cfg::Type type, const std::string &hint);
  std::string hint(const llvm::Value *v) const;
  std::string fresh_name(const std::string &hint);
  std::vector<Scalar> shape(const llvm::Type *type);

  // --- statements and blocks ---
  void emit(decltype(cfg::Stmt::node) node);
  cfg::BlockId new_block(const std::string &hint);
  void finish_block(decltype(cfg::Terminator::node) node);
  void jump(cfg::BlockId to); // ends the current block and continues in `to`
  void refuse(const std::string &what);
  void refuse_at(const support::Origin &origin, const std::string &what);

  // --- instructions.cpp ---
  void binary(const llvm::BinaryOperator &i);
  void compare(const llvm::CmpInst &i);
  void cast(const llvm::CastInst &i);
  void select(const llvm::SelectInst &i);
  // What the source language demands of the operands of a division or shift; OpenCL demands nothing.
  bool is_below(const llvm::Value *number, std::size_t bound) const;
  void demand_defined(const llvm::BinaryOperator &i, cfg::Op op, const cfg::Expr &x, const cfg::Expr &y);
  void freeze(const llvm::FreezeInst &i);
  void extract_element(const llvm::ExtractElementInst &i);
  void insert_element(const llvm::InsertElementInst &i);
  void shuffle(const llvm::ShuffleVectorInst &i);
  void extract_value(const llvm::ExtractValueInst &i);
  void insert_value(const llvm::InsertValueInst &i);
  cfg::Expr bool_binary(unsigned opcode, cfg::Expr a, cfg::Expr b);
  cfg::Expr compare_scalars(llvm::CmpInst::Predicate p, cfg::Expr a, cfg::Expr b);
  cfg::Expr cast_scalar(unsigned opcode, cfg::Expr a, cfg::Type to);
  Pieces regroup(const Pieces &from, const std::vector<Scalar> &to); // bitcast of vectors

  // --- pointers.cpp ---
  Pieces gep(const llvm::GEPOperator &g);
  cfg::Expr granules(const llvm::Value *index, std::int64_t scale, unsigned granule, bool nsw);
  cfg::Expr divide_exactly(const cfg::Expr &e, std::uint64_t by);
  unsigned granule_of(const Targets &t) const;
  Piece advance(Piece p, const Targets &t, cfg::Expr elements, unsigned element_bytes);
  Pieces int_to_pointer(const llvm::Value *integer);
  cfg::Expr address(const Piece &p, const Targets &t);
  cfg::Expr base_address(ObjectId id);
  cfg::Expr offset_of_address(cfg::Expr address, ObjectId id);
  void assume_distinct(const cfg::Expr &function); // from null and the other functions' addresses
  cfg::Expr compare_pointers(llvm::CmpInst::Predicate p, const llvm::Value *a, const llvm::Value *b);
  cfg::Expr pointer_difference(const llvm::Value *a, const llvm::Value *b);
  cfg::Expr index_width(cfg::Expr e); // sign-extended or truncated to the pointer width

  // --- memory.cpp ---
  using OnObject = std::function<void(ObjectId)>;
  void not_null(const Pointer &p, const cfg::Expr &valid);
  void on_each_target(const Pointer &p, const OnObject &access, const std::function<void()> &on_invalid);
  void load(const llvm::LoadInst &i);
  struct ScalarLoad;
  Pieces load_scalars(const Pointer &p, const std::vector<Scalar> &parts, const llvm::Value *name);
  bool load_special(const Pointer &p, const llvm::Value *address, const std::vector<Scalar> &parts, Pieces &out);
  cfg::Expr dispatch_field(ObjectKind kind, std::uint64_t offset, cfg::Type type);
  Pieces read_scalars(const Pointer &p, const std::vector<Scalar> &parts); // in annotations
  void store(const llvm::StoreInst &i);
  void store_scalars(const Pointer &p, const std::vector<Scalar> &parts, const Pieces &values);
  void store_run(ObjectId id, cfg::Expr offset, const std::vector<Scalar> &parts, const Pieces &values);
  void store_shadows(ObjectId id, cfg::Expr offset, const Piece &p, unsigned bytes);
  void clear_shadows(ObjectId id, cfg::Expr offset, std::uint64_t granules);

  // --- memcpy.cpp ---
  void copy_memory(const llvm::MemTransferInst &i);
  void copy_objects(ObjectId to, cfg::Expr to_at, ObjectId from, cfg::Expr from_at, cfg::Expr granules,
                    bool may_overlap);
  void copy_granules(cfg::ArrayId to, cfg::Expr to_at, cfg::ArrayId from, cfg::Expr from_at, cfg::Expr granules,
                     bool may_overlap = false);
  void copy_shadows(ObjectId to, cfg::Expr to_at, ObjectId from, cfg::Expr from_at, cfg::Expr granules,
                    bool may_overlap);
  void copy_slots(ObjectId to, cfg::Expr to_at, ObjectId from, cfg::Expr from_at);
  void set_memory(const llvm::MemSetInst &i);
  void forget_contents(const llvm::Value *pointer, const llvm::Value *bytes); // of locals whose life starts again
  void set_granules(cfg::ArrayId array, cfg::Expr at, cfg::Expr value, cfg::Expr granules);
  cfg::Expr length_in_granules(const llvm::Value *bytes, unsigned granule);
  void loop(cfg::Expr count, const std::string &name, const std::function<void(cfg::Expr)> &body);
  void in_pieces(const std::function<void()> &accesses);
  std::optional<std::uint64_t> known_granule(cfg::ArrayId array, const cfg::Expr &offset, std::uint64_t step) const;
  cfg::Type memory_type(ObjectId id, unsigned bytes) const; // of a value of so many bytes in the object's array
  // Values of private arrays, which are kept granule by granule: how many granules, their values as one, and one's
  // parts.
  unsigned granules_of(ObjectId id, const Scalar &s) const;
  cfg::Expr joined(const std::vector<cfg::Expr> &granules, unsigned bytes);
  std::vector<cfg::Expr> divided(cfg::Expr value, ObjectId id, unsigned granules);
  bool by_granules(ObjectId id) const;
  cfg::Expr from_memory(cfg::Expr e, const Scalar &s);
  cfg::Expr to_memory(cfg::Expr e, const Scalar &s, cfg::Type memory);
  bool is_readable(ObjectId id) const;
  bool only_private(const Pointer &p) const; // leads nowhere but to private arrays

  // --- atomics.cpp ---
  void atomic_rmw(const llvm::AtomicRMWInst &i);
  struct Swap { // of a compare-and-swap
    cfg::Expr expected, put;
    cfg::Expr chance; // null: it succeeds if it finds what it expects
    cfg::Expr succeeds(const cfg::Expr &old) const;
  };
  Swap swap_of(const cfg::Expr &expected, const cfg::Expr &put, bool weak);
  void compare_exchange(const llvm::AtomicCmpXchgInst &i);
  cfg::Expr atomic(cfg::AtomicOp op, const Pointer &p, const Scalar &s, std::vector<cfg::Expr> operands, bool wants_old,
                   const llvm::Value *name, cfg::AtomicScope scope, cfg::Order order = {},
                   bool acquires_failing = false, bool all_spaces = false);
  cfg::AtomicScope scope_of(const llvm::Instruction &i); // of an atomic instruction
  cfg::AtomicScope scope_of(const Call &c, unsigned n);  // of an OpenCL builtin whose argument n, if there, says it
  cfg::AtomicScope warp_scope() const;
  cfg::AtomicScope sub_group_scope() const;
  cfg::AtomicScope refused_scope(const std::string &what);

  // --- fences.cpp ---
  bool orders_all_spaces(const llvm::Instruction &i) const; // of an atomic instruction
  cfg::Order cl_order(const Call &c, unsigned n); // of an OpenCL builtin whose argument n, if it is explicit, says it
  void fence_statement(const cfg::Fence &f);
  void llvm_fence(const llvm::FenceInst &i);

  // --- builtins/warps.cpp ---
  struct Tile {
    unsigned lanes;
    bool all;    // meet, as the mask says; else it is some of them
    bool ranked; // among those
    bool active; // they are those that are active
  };
  void meet(const Call &c, const Tile &tile, const cfg::Barrier &bar);
  std::optional<Tile> tile_of(const Call &c);
  void take_for_granted(const std::string &what);

  // --- builtins/ballots.cpp ---
  struct Votes { // of a ballot: the thread's own, how many there are, and how many of lower lanes (null: not needed)
    unsigned lanes;
    cfg::Expr vote, all, before;
  };
  bool is_lane_mask(const cfg::Expr &mask, unsigned lanes, bool own) const;
  void note_votes(const Call &c, const Tile &tile, const cfg::Expr &mine);
  cfg::Expr counted_votes(const llvm::IntrinsicInst &ctpop);

  // --- calls.cpp ---
  void call(const llvm::CallBase &i);
  bool assumed_without_effect(const llvm::CallBase &i);
  void llvm_intrinsic(const llvm::IntrinsicInst &i);
  bool integer_intrinsic(const llvm::IntrinsicInst &i);
  bool float_intrinsic(const llvm::IntrinsicInst &i);
  bool overflow_intrinsic(const llvm::IntrinsicInst &i);
  void target_intrinsic(const llvm::IntrinsicInst &i);
  void elementwise(const llvm::CallBase &i, const std::function<cfg::Expr(std::vector<cfg::Expr> &)> &f);
  void refuse_call(const Call &c);
  bool is_group_uniform(const cfg::Expr &e) const;

  // --- builtins/group_copies.cpp ---
  void declare_copies();
  void remember(CopySite &site, const CopyArguments &args);
  const CopyArguments *last_copy(CopySite &site, Age age);
  void move_elements(const CopySite &site, const CopyArguments &args, const cfg::Expr &element);
  void watch_copy(const CopySite &site, Age age, const CopyArguments &args);
  void go_on_copying(const llvm::CallBase &barrier);
  void note_finished_copies(const llvm::Instruction &at);
  cfg::Expr waits_for(const llvm::CallBase &wait, const llvm::Value *event, const CopySite &site, const CopyWatch &w);
  void meet_with(const std::vector<cfg::Expr> &values, bool fences = false);
  cfg::Expr unknown_parameter(const std::string &name, cfg::Type type);

  // --- builtins/thread_copies.cpp ---
  void declare_own_copies();
  void start_own_copy(OwnSite &site, const Call &c);
  cfg::Expr size_of(const OwnSite &site);
  cfg::Expr first_part(const OwnSite &site, const Call &c);
  void move_own(const OwnSite &site, const OwnCopy &copy);
  cfg::Expr under_way(const OwnSite &site, const OwnCopy &copy) const;
  std::optional<cfg::Stmt> own_conflict(const decltype(cfg::Stmt::node) &access) const;
  void end_own_copies(const ThreadCopies::State &before, const ThreadCopies::State &after);
  void go_on_with_own_copies(const llvm::Instruction &i);
  void note_own_copies(const llvm::Instruction &i, const ThreadCopies::State &now, bool loop_head);
  void finish_notes();
  cfg::Expr started_with(const OwnSite &site, const OwnCopy &copy, cfg::Expr known, const cfg::Expr &rounds) const;
  cfg::Expr held_copy(const OwnCopies::Note &n, const ThreadCopies::Key &key) const;
  void finish_phases();
  void finish_numbered();
  void finish_incoherent();
  std::optional<cfg::Expr> rounds_ago(const cfg::Expr &e, const llvm::Loop *l, const cfg::Expr &rounds) const;
  std::optional<cfg::Expr> handed_on(const cfg::Expr &e, const llvm::Loop &l, const cfg::Expr &rounds) const;
  std::optional<cfg::Expr> rounds_ago(const Cycle &cycle, const cfg::Expr &rounds) const;
  std::optional<std::vector<cfg::Expr>> rounds_of(const Cycle &cycle) const;
  std::vector<std::pair<const llvm::Value *, bool>> guards_of(const OwnSite &site) const;
  cfg::Expr has_decided(const ThreadCopies::Way &way) const;
  cfg::Expr spelled_out(const cfg::Expr &e) const; // by what is assigned once
  void say_cycles(const llvm::Loop &l, const std::function<void(const cfg::Expr &)> &say) const;
  cfg::Expr in_round(const llvm::Loop &l, unsigned round) const;
  bool is_size_of_group(const cfg::Expr &e, std::uint64_t &number, std::set<unsigned> &free) const;
  bool counts_group(const cfg::Expr &threads) const;
  bool at_phase(const Call &c);
  bool follows_at_once(const llvm::CallBase &wait, const llvm::Instruction &arrival) const;
  cfg::Expr earlier_half();
  void meet_tile_with(const std::vector<cfg::Expr> &values, unsigned lanes);

  // --- builtins/heap.cpp ---
  bool from_heap(const Targets &t) const;
  std::optional<std::uint64_t> block_size(const Object &heap) const; // of the only block of the array, where known
  std::optional<cfg::Stmt> inside_block(const decltype(cfg::Stmt::node) &access) const; // of one of many
  void check_frees(); // refuses what may touch memory that was freed

  // --- builtins/print.cpp ---
  void read_string(const llvm::Value *string, const cfg::Expr &most); // up to its end, or `most` bytes; empty: no limit

  // --- builtins/images.cpp ---
  std::optional<std::pair<cfg::ArrayId, cfg::Expr>> surface_place(const Call &call);
  const llvm::Value *one_surface(const llvm::Value *surface) const; // of those that are one object, the first
  cfg::ArrayId image_array(const llvm::Value *image, unsigned granule);
  std::string image_name(const llvm::Value *image) const;
  Pointer element_of(const llvm::Value *base, cfg::Expr elements, unsigned bytes); // base[elements]
  bool launch_fits(unsigned dimension, cfg::Type type) const;
  cfg::Expr geometry_of(int quantity, unsigned dimension, cfg::Type type);
  cfg::Expr geometry_of(int quantity, const llvm::Value *dimension, cfg::Type type);
  std::optional<std::uint64_t> constant_argument(const llvm::CallBase &i, unsigned n);
  void barrier_statement(cfg::Scope scope, bool group, bool global);

  // --- builtins/annotations.cpp ---
  void place_invariant(cfg::Expr condition, const std::string &text);
  bool relates_buffers(const cfg::Expr &e) const;
  std::string text_of(const llvm::Value *v) const;
  void claim(int what, cfg::Expr condition, const std::string &text);

  // --- builtins/access_logs.cpp ---
  struct AccessLog {
    cfg::VarId touched, watched;
  };
  const AccessLog &log_of(cfg::ArrayId array, bool writes);
  cfg::Expr logged(const Call &c, const Pointer &p, bool writes, bool place);
  cfg::Expr same_group();
  bool speaks_of_logs(const cfg::Expr &e) const;
  std::optional<cfg::Stmt> logging(const cfg::Stmt &s);
  void empty_logs(const cfg::Stmt &s, std::vector<cfg::Stmt> &out);
  void finish_logs();
  void write_logs();
  void tie_pair();

  const llvm::Function &function_;
  const llvm::DataLayout &layout_;
  Dialect dialect_;
  const Options &options_;
  const cfg::Launch &launch_;
  unsigned lock_step_; // threads; 0: each by itself
  support::Diagnostics &diags_;
  DebugInfo debug_;
  const PassedBuffers &passed_;
  PointsTo points_to_;
  Layout arrays_;
  unsigned pointer_bits_;
  cfg::Type pointer_type_;

  cfg::Kernel kernel_;
  std::set<std::string> names_;
  std::map<std::string, unsigned> last_number_, last_block_number_; // by name: the number that made it fresh last
  std::set<std::string> block_names_;
  std::map<const llvm::Value *, Pieces> values_;
  std::map<ObjectId, cfg::ArrayId> array_of_;
  std::map<ObjectId, std::pair<cfg::ArrayId, cfg::ArrayId>> shadows_; // which, offset
  std::map<ObjectId, cfg::Expr> addresses_;
  std::vector<std::pair<cfg::ArrayId, cfg::ArrayId>> by_value_copies_; // the thread's own, the original
  std::map<std::pair<ObjectId, std::uint64_t>, Piece> by_value_;       // scalarised by-value parameters, by byte offset
  std::map<const llvm::BasicBlock *, cfg::BlockId> first_block_;
  std::vector<Edge> edges_;
  std::map<const llvm::PHINode *, std::vector<std::pair<cfg::VarId, std::optional<cfg::VarId>>>> phi_vars_;
  std::set<const llvm::BasicBlock *> loop_heads_, loop_blocks_;
  std::map<const llvm::Value *, cfg::ArrayId> images_; // that are written
  std::map<cfg::ArrayId, std::uint64_t> blocks_;       // arrays of blocks from the heap: the bytes of each
  unsigned allocations_ = 0;                           // calls that allocate, in loops
  std::optional<cfg::VarId> barriers_met_;             // reducing ones, in loops
  unsigned reductions_ = 0;
  std::shared_ptr<AsyncCopies> copies_;                    // none: nullptr
  std::shared_ptr<OwnCopies> own_copies_;                  // likewise
  std::map<cfg::VarId, const llvm::BasicBlock *> made_in_; // of variables: where they are assigned
  bool quiet_ = false;                                     // loads and stores are to be quiet ones
  bool incoherent_ = false;                                // loads are
  bool fresh_ = false;                                     // loads and stores are to be fresh ones
  std::map<const llvm::Value *, Votes> votes_;             // of the ballots
  std::map<cfg::VarId, cfg::Expr> definitions_;            // of variables assigned once, by an Assign
  std::map<std::pair<cfg::ArrayId, bool>, AccessLog> logs_; // that annotations speak of; of writes, or of reads
  std::optional<cfg::VarId> same_group_;                   // the pair of threads that annotations speak of
  std::vector<cfg::Stmt> entry_stmts_;                     // go before everything else
  const llvm::BasicBlock *source_block_ = nullptr;
  cfg::BlockId block_ = 0;
  support::Origin origin_;
  std::optional<cfg::AtomicScope> next_scope_; // of the next atomic instruction, said by __lockstep_scope
  unsigned spec_depth_ = 0;
  bool spec_is_expression_ = false; // the annotation must be one expression, without statements
  bool refused_ = false;
};

} // namespace lockstep::frontend
