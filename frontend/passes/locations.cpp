// Accesses to a part of a memory location become accesses to all of it (bit_fields.h): a load reads it all, a store
// reads what it does not change and writes it back. In one access where it has at most eight bytes:
//
//     store i8 %c, p + 2 (location: p, 3 bytes)  ==>  %w = load i24, p; store i24 (%w & 0xffff | %c << 16), p
//
// Sound because to write back what was read changes no execution without races, and in one with a race on the location
// each access to it takes part in it.
#include "frontend/llvm/byte_cover.h"
#include "frontend/passes/passes.h"
#include "frontend/passes/steps.h"

#include "support/sound.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"

#include <bit>
#include <vector>

namespace lockstep::frontend {
namespace {

constexpr std::uint64_t most_bytes = 8; // of one access

struct Part { // bytes of a location
  std::uint64_t at, bytes;
};

class Widener {
public:
  Widener(llvm::Instruction &access, std::uint64_t before, std::uint64_t bytes)
      : access_(access), b_(&access), before_(before), bytes_(bytes), type_(llvm::getLoadStoreType(&access)) {
    unit_ = access.getDataLayout().getTypeStoreSize(type_).getFixedValue();
    address_ = llvm::getLoadStorePointerOperand(&access);
    align_ = llvm::getLoadStoreAlignment(&access);
  }

  void run() {
    if (bytes_ > most_bytes || !type_->isIntegerTy() || type_->getIntegerBitWidth() != 8 * unit_)
      return add_rest();
    llvm::Type *whole = b_.getIntNTy(static_cast<unsigned>(8 * bytes_));
    llvm::Value *word = load({0, bytes_});
    if (llvm::isa<llvm::LoadInst>(access_)) {
      access_.replaceAllUsesWith(b_.CreateTrunc(b_.CreateLShr(word, 8 * before_), type_));
    } else {
      const llvm::APInt mine =
          llvm::APInt::getBitsSet(static_cast<unsigned>(8 * bytes_), static_cast<unsigned>(8 * before_),
                                  static_cast<unsigned>(8 * (before_ + unit_)));
      llvm::Value *rest = b_.CreateAnd(word, llvm::ConstantInt::get(whole, ~mine));
      llvm::Value *value = b_.CreateShl(b_.CreateZExt(access_.getOperand(0), whole), 8 * before_);
      store(b_.CreateOr(rest, value), {0, bytes_});
    }
    access_.eraseFromParent();
  }

private:
  void add_rest() {
    std::vector<Part> rest = parts(0, before_);
    for (const Part &p : parts(before_ + unit_, bytes_))
      rest.push_back(p);
    for (const Part &p : rest) {
      llvm::Value *value = load(p);
      if (llvm::isa<llvm::StoreInst>(access_))
        store(value, p);
    }
  }
  static std::vector<Part> parts(std::uint64_t from, std::uint64_t to) {
    std::vector<Part> out;
    while (from < to) {
      const std::uint64_t aligned = from == 0 ? most_bytes : from & (0 - from);
      const std::uint64_t size = std::min({most_bytes, std::bit_floor(to - from), aligned});
      out.push_back({from, size});
      from += size;
    }
    return out;
  }
  llvm::Value *place(const Part &p) {
    const auto step = static_cast<std::int64_t>(p.at) - static_cast<std::int64_t>(before_);
    return step == 0 ? address_
                     : b_.CreateInBoundsGEP(b_.getInt8Ty(), address_, b_.getInt64(static_cast<std::uint64_t>(step)));
  }
  llvm::Align align(const Part &p) const {
    return llvm::commonAlignment(align_, p.at > before_ ? p.at - before_ : before_ - p.at);
  }
  bool is_volatile() const { return access_.isVolatile(); }
  void like(llvm::Instruction &made) {
    if (is_kept(access_))
      mark_kept(made);
  }
  llvm::Value *load(const Part &p) {
    auto *made = b_.CreateAlignedLoad(b_.getIntNTy(static_cast<unsigned>(8 * p.bytes)), place(p), align(p),
                                      is_volatile(), access_.getName());
    like(*made);
    return made;
  }
  void store(llvm::Value *value, const Part &p) {
    like(*b_.CreateAlignedStore(value, place(p), align(p), is_volatile()));
  }

  llvm::Instruction &access_;
  llvm::IRBuilder<> b_; // with the access's debug location
  const std::uint64_t before_, bytes_;
  llvm::Type *type_;
  std::uint64_t unit_ = 0;
  llvm::Value *address_ = nullptr;
  llvm::Align align_;
};

} // namespace

void widen_bit_fields(llvm::Function &function) {
  for (llvm::Instruction &i : llvm::make_early_inc_range(llvm::instructions(function))) {
    const llvm::MDNode *location = i.getMetadata(location_metadata);
    if (!location)
      continue;
    auto number = [&](unsigned n) {
      return llvm::mdconst::extract<llvm::ConstantInt>(location->getOperand(n))->getZExtValue();
    };
    const std::uint64_t before = number(0), bytes = number(1);
    i.setMetadata(location_metadata, nullptr);
    if (support::unsound("locations.widened", !reaches_locals_only(llvm::getLoadStorePointerOperand(&i))))
      Widener(i, before, bytes).run();
  }
}

} // namespace lockstep::frontend
