// See spoken_dimensions.h.
//
// What functions of our headers ask for on their own (a rank in a block, say) is theirs; what the source says is a call
// of an id or a size, or of a member of `threadIdx` and its like, by any other function. Of an id or a size that is
// taken as a whole (`dim3 t = threadIdx`, `block.thread_index()`) it says what it reads of any such value.
#include "frontend/llvm/spoken_dimensions.h"

#include "frontend/builtins/declared.h"
#include "frontend/builtins/intrinsics.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"

#include <vector>

namespace lockstep::frontend {

namespace {

class Speaking {
public:
  explicit Speaking(bool foreign) : foreign_(foreign) {}

  std::array<bool, 3> run(const llvm::Function &kernel) {
    use(kernel);
    while (!left_.empty()) {
      const llvm::Function &f = *left_.back();
      left_.pop_back();
      const bool of_the_source = foreign_ || !is_text_of_our_headers(f);
      for (const llvm::Instruction &i : llvm::instructions(f))
        look(i, of_the_source);
    }
    for (std::size_t d = 0; whole_ && d < 3; ++d)
      out_[d] = out_[d] || read_[d];
    return out_;
  }

private:
  void use(const llvm::Function &f) {
    if (!f.isDeclaration() && seen_.insert(&f).second)
      left_.push_back(&f);
  }

  void look(const llvm::Instruction &i, bool of_the_source) {
    if (const auto *member = llvm::dyn_cast<llvm::GetElementPtrInst>(&i); member && of_the_source)
      read_member(*member);
    if (const auto *call = llvm::dyn_cast<llvm::CallBase>(&i)) {
      if (const auto *text = llvm::dyn_cast<llvm::InlineAsm>(call->getCalledOperand()); text && of_the_source)
        assembly(text->getAsmString());
      if (const llvm::Function *callee = call->getCalledFunction()) {
        if (of_the_source)
          called(*call, *callee);
        if (is_coordinate(*callee))
          return;
      }
    }
    for (const llvm::Value *v : i.operands())
      constant(v);
  }

  // Functions that a call, a store or a table of constants names.
  void constant(const llvm::Value *v) {
    if (const auto *f = llvm::dyn_cast<llvm::Function>(v))
      return is_coordinate(*f) ? (whole_ = true, all_of(*f)) : use(*f);
    const auto *c = llvm::dyn_cast<llvm::Constant>(v);
    if (c == nullptr || !seen_.insert(c).second)
      return;
    for (const llvm::Value *part : c->operands())
      constant(part);
  }

  void called(const llvm::CallBase &call, const llvm::Function &callee) {
    if (is_coordinate(callee) && callee.getName().contains("get_"))
      return all_of(callee);
    const bool ours = is_text_of_our_headers(callee) || callee.isDeclaration();
    whole_ = whole_ || is_coordinate(callee) || (!foreign_ && ours && is_triple(callee.getReturnType()));
    const std::array<bool, 3> asked = asked_dimensions(call);
    for (std::size_t d = 0; d < 3; ++d)
      out_[d] = out_[d] || asked[d];
  }

  static bool is_triple(const llvm::Type *t) {
    const auto *type = llvm::dyn_cast<llvm::StructType>(t);
    return type != nullptr && type->hasName() &&
           (type->getName() == "struct.dim3" || type->getName() == "struct.uint3");
  }

  void read_member(const llvm::GetElementPtrInst &member) {
    if (!is_triple(member.getSourceElementType()) || member.getNumIndices() != 2)
      return;
    const auto sets = [&](const llvm::User *u) { // as a whole value is set, part by part
      const auto *store = llvm::dyn_cast<llvm::StoreInst>(u);
      return store != nullptr && store->getValueOperand() != &member;
    };
    const auto *d = llvm::dyn_cast<llvm::ConstantInt>(member.getOperand(2));
    for (const llvm::User *u : member.users()) {
      if (d == nullptr || !d->getValue().ult(3) || (!sets(u) && !llvm::isa<llvm::LoadInst>(u)))
        read_ = {true, true, true}; // its neighbours may be reached from it
      else if (!sets(u))
        read_[d->getZExtValue()] = true;
    }
  }

  // `threadIdx.y` is a call of `__lockstep_thread_idx_t::get_y()` (lockstep_cuda.h).
  bool is_coordinate(const llvm::Function &f) const {
    return !foreign_ && is_text_of_our_headers(f) &&
           llvm::any_of(std::array{"__lockstep_thread_idx_t", "__lockstep_block_idx_t", "__lockstep_block_dim_t",
                                   "__lockstep_grid_dim_t"},
                        [&](const char *name) { return f.getName().contains(name); });
  }

  void all_of(const llvm::Function &coordinate) {
    if (!said_.insert(&coordinate).second)
      return;
    for (const llvm::Instruction &i : llvm::instructions(coordinate))
      if (const auto *call = llvm::dyn_cast<llvm::CallBase>(&i))
        if (const llvm::Function *callee = call->getCalledFunction())
          called(*call, *callee);
  }

  void assembly(llvm::StringRef text) {
    constexpr std::array letters{'x', 'y', 'z'};
    for (llvm::StringRef rest = text; rest.contains("tid.") || rest.contains("ctaid.");) {
      rest = rest.substr(rest.find("id.") + 3);
      for (std::size_t d = 0; d < 3; ++d)
        out_[d] = out_[d] || (!rest.empty() && rest.front() == letters[d]);
    }
  }

  const bool foreign_;
  bool whole_ = false;                 // an id or a size is taken as a whole
  std::array<bool, 3> out_{}, read_{}; // read_: members of such values
  std::vector<const llvm::Function *> left_;
  llvm::SmallPtrSet<const llvm::Value *, 32> seen_, said_;
};

} // namespace

std::array<bool, 3> spoken_dimensions(const llvm::Function &kernel, bool foreign) {
  return Speaking(foreign).run(kernel);
}

} // namespace lockstep::frontend
