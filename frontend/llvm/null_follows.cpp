// See null_follows.h.
#include "frontend/llvm/null_follows.h"

#include "support/sound.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Operator.h"

#include <algorithm>

namespace lockstep::frontend {
namespace {

constexpr unsigned most_steps = 16;

class Search {
public:
  Search(const PointsTo &points_to, const PassedBuffers &passed) : points_to_(points_to), passed_(passed) {}

  // Sound because each way on which the pointer becomes null is one on which the other one was found to be null.
  bool follows(const llvm::Value *v, unsigned depth = 0) const {
    if (depth == most_steps)
      return false;
    if (llvm::isa<llvm::GEPOperator, llvm::AddrSpaceCastInst, llvm::BitCastInst>(v))
      return follows(llvm::cast<llvm::User>(v)->getOperand(0), depth + 1);
    if (auto *select = llvm::dyn_cast<llvm::SelectInst>(v))
      return arm(select->getTrueValue(), found_null(select->getCondition(), true), depth) &&
             arm(select->getFalseValue(), found_null(select->getCondition(), false), depth);
    if (auto *phi = llvm::dyn_cast<llvm::PHINode>(v)) {
      for (unsigned n = 0; n < phi->getNumIncomingValues(); ++n)
        if (!arm(phi->getIncomingValue(n), found_null_between(*phi->getIncomingBlock(n), *phi->getParent()), depth))
          return false;
      return true;
    }
    return is_object(v);
  }

private:
  // Nothing but a launch makes it null, and none that is known does.
  bool is_object(const llvm::Value *v) const {
    const Targets &t = points_to_.of(v);
    return !t.unknown && !t.from_memory && !t.objects.empty() &&
           std::none_of(t.objects.begin(), t.objects.end(), [&](ObjectId id) {
             const Object &o = points_to_.objects()[id];
             return id == null_object || o.kind == ObjectKind::Heap || o.kind == ObjectKind::Function ||
                    (o.value && passed_.null.count(o.value->getName().str()) != 0);
           });
  }
  bool arm(const llvm::Value *v, const llvm::Value *null_here, unsigned depth) const {
    if (!llvm::isa<llvm::ConstantPointerNull>(v))
      return follows(v, depth + 1);
    return support::sound("null.follows", null_here && follows(null_here, depth + 1));
  }
  // The pointer that is null where the condition has this value.
  static const llvm::Value *found_null(const llvm::Value *condition, bool holds) {
    auto *compare = llvm::dyn_cast<llvm::ICmpInst>(condition);
    if (!compare || !llvm::isa<llvm::ConstantPointerNull>(compare->getOperand(1)))
      return nullptr;
    const bool on_equal = compare->getPredicate() == llvm::CmpInst::ICMP_EQ;
    return (on_equal || compare->getPredicate() == llvm::CmpInst::ICMP_NE) && on_equal == holds ? compare->getOperand(0)
                                                                                                : nullptr;
  }
  static const llvm::Value *found_null_between(const llvm::BasicBlock &from, const llvm::BasicBlock &to) {
    auto *branch = llvm::dyn_cast<llvm::BranchInst>(from.getTerminator());
    if (!branch || branch->isUnconditional() || branch->getSuccessor(0) == branch->getSuccessor(1))
      return nullptr;
    return found_null(branch->getCondition(), branch->getSuccessor(0) == &to);
  }

  const PointsTo &points_to_;
  const PassedBuffers &passed_;
};

} // namespace

std::optional<NullFollows> NullFollows::of(const llvm::Value *pointer, const PointsTo &points_to,
                                           const PassedBuffers &passed) {
  return pointer && Search(points_to, passed).follows(pointer) ? std::optional(NullFollows()) : std::nullopt;
}

} // namespace lockstep::frontend
