// The machine's threads: frames, jumps, barriers, the order of the threads (machine.h).
#include "tests/oracle/bytes/machine.h"

#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/InstIterator.h"

#include <algorithm>
#include <fmt/format.h>
#include <numeric>

namespace lockstep::oracle::bytes {

ModuleInfo::ModuleInfo(const llvm::Module &m) : module(m), layout(m.getDataLayout()) {
  for (const llvm::Function &f : m)
    for (const llvm::Instruction &i : llvm::instructions(f))
      if (llvm::isa<llvm::ICmpInst, llvm::SwitchInst>(i))
        for (const llvm::Use &u : i.operands())
          if (const auto *c = llvm::dyn_cast<llvm::ConstantInt>(u))
            constants_.push_back(c->getValue());
}

const FunctionInfo &ModuleInfo::of(const llvm::Function &f) {
  std::unique_ptr<FunctionInfo> &info = functions_[&f];
  if (info)
    return *info;
  info = std::make_unique<FunctionInfo>();
  unsigned n = 0;
  for (const llvm::Argument &a : f.args())
    info->slots[&a] = n++;
  for (const llvm::Instruction &i : llvm::instructions(f))
    info->slots[&i] = n++;
  info->dominators.recalculate(const_cast<llvm::Function &>(f));
  info->loops.analyze(info->dominators);
  n = 0;
  for (const llvm::Loop *l : info->loops.getLoopsInPreorder())
    info->loop_numbers[l] = n++;
  return *info;
}

unsigned ModuleInfo::leaves(llvm::Type *t) {
  if (auto *v = llvm::dyn_cast<llvm::FixedVectorType>(t))
    return v->getNumElements();
  if (auto *a = llvm::dyn_cast<llvm::ArrayType>(t))
    return static_cast<unsigned>(a->getNumElements()) * leaves(a->getElementType());
  if (auto *s = llvm::dyn_cast<llvm::StructType>(t)) {
    unsigned n = 0;
    for (llvm::Type *e : s->elements())
      n += leaves(e);
    return n;
  }
  if (t->isIntegerTy() || t->isPointerTy() || t->isHalfTy() || t->isFloatTy() || t->isDoubleTy())
    return 1;
  throw Refused("a value of an unknown type");
}

// Bytes and values that are compared with something somewhere are likely: with both outcomes, branches are taken.
Chance::Chance(Random r, std::vector<llvm::APInt> constants)
    : random(r), constants_(std::move(constants)), mode_(static_cast<unsigned>(random.below(4))) {
  favourite_ = random.percent(50) || constants_.empty() ? random.below(4)
                                                        : random.one_of(constants_).zextOrTrunc(64).getZExtValue();
}

namespace {

std::vector<llvm::APInt> with_holes(std::vector<llvm::APInt> constants, const Run &run) {
  for (llvm::APInt &c : constants)
    if (c.getBitWidth() == 32)
      if (auto hole = run.holes.find(static_cast<std::uint32_t>(c.getZExtValue())); hole != run.holes.end())
        c = llvm::APInt(32, hole->second);
  return constants;
}

} // namespace

llvm::APInt Chance::any(unsigned width) {
  if (mode_ == 0)
    return llvm::APInt(width, favourite_);
  const std::uint64_t kind = random.below(4);
  if (kind == 0)
    return llvm::APInt(width, random.below(4));
  if (kind == 1 && !constants_.empty())
    return random.one_of(constants_).zextOrTrunc(width);
  llvm::APInt v(width, random.next());
  if (width > 64)
    v |= llvm::APInt(width, random.next()).shl(64);
  return v;
}

void Chance::fill(std::uint8_t *to, std::size_t n) {
  for (std::size_t i = 0; i < n;) {
    const llvm::APInt word = any(8u << random.weighted({55, 15, 15, 15}));
    const std::size_t bytes = word.getBitWidth() / 8;
    for (std::size_t b = 0; b < bytes && i < n; ++b, ++i)
      to[i] = static_cast<std::uint8_t>(word.extractBitsAsZExtValue(8, static_cast<unsigned>(8 * b)));
  }
}

Machine::Machine(ModuleInfo &info, const llvm::Function &kernel, const Run &run, Random random, Outcome &outcome)
    : info_(info), run_(run), outcome_(outcome), chance_(random, with_holes(info.constants(), run)) {
  launch(kernel);
}

void Machine::launch(const llvm::Function &kernel) {
  const auto &l = run_.local;
  const auto &g = run_.groups;
  const std::uint32_t in_group = l[0] * l[1] * l[2], groups = g[0] * g[1] * g[2];
  memory_.add_threads(std::size_t(in_group) * groups);
  std::vector<Val> arguments; // the same for all threads, but for group memory and copies
  std::map<unsigned, std::vector<std::uint8_t>> copies;
  for (const llvm::Argument &a : kernel.args()) {
    llvm::Type *type = a.getType();
    if (a.hasByValAttr()) {
      auto &bytes = copies[a.getArgNo()];
      bytes.resize(info_.layout.getTypeAllocSize(a.getParamByValType()));
      chance_.fill(bytes.data(), bytes.size());
      arguments.push_back({});
    } else if (type->isPointerTy()) {
      const unsigned space = type->getPointerAddressSpace();
      if (space == 3) {
        for (std::uint32_t n = 0; n < groups; ++n)
          group_parameters_[{a.getArgNo(), n}] = memory_.create(Space::Group, n, 8192, 256, a.getName().str()).base;
        arguments.push_back({});
        continue;
      }
      Object &o = memory_.create(Space::Global, 0, 32768, 256, a.getName().str());
      chance_.fill(o.data.data(), 4096);
      std::fill(o.defined.begin(), o.defined.end(), from_outside);
      arguments.push_back(of(width(type), o.base));
    } else {
      outcome_.open = true;
      Val v = undefined(type);
      for (Scalar &s : v.leaves)
        s = {chance_.any(s.bits.getBitWidth()), false};
      arguments.push_back(std::move(v));
    }
  }
  for (std::uint32_t n = 0; n < in_group * groups; ++n) {
    Thread &t = threads_.emplace_back();
    t.number = n;
    t.group = n / in_group;
    const std::uint32_t local = n % in_group;
    t.local = {local % l[0], local / l[0] % l[1], local / l[0] / l[1]};
    t.group_id = {t.group % g[0], t.group / g[0] % g[1], t.group / g[0] / g[1]};
    t.side.thread = n;
    t.side.group = t.group;
    t.side.warp = t.group * (in_group / run_.warp_size + 1) + local / run_.warp_size;
    std::vector<Val> own = arguments;
    for (const llvm::Argument &a : kernel.args()) {
      if (auto it = copies.find(a.getArgNo()); it != copies.end()) {
        Object &o = memory_.create(Space::Private, n, it->second.size(), a.getParamAlign().valueOrOne().value(),
                                   a.getName().str());
        o.data = it->second;
        std::fill(o.defined.begin(), o.defined.end(), from_outside);
        own[a.getArgNo()] = of(width(a.getType()), o.base);
      }
      if (auto it = group_parameters_.find({a.getArgNo(), t.group}); it != group_parameters_.end())
        own[a.getArgNo()] = of(width(a.getType()), it->second);
    }
    enter(t, kernel, std::move(own), nullptr);
  }
}

void Machine::execute() {
  const std::uint32_t groups = run_.groups[0] * run_.groups[1] * run_.groups[2];
  std::vector<std::uint32_t> left(groups);
  std::iota(left.begin(), left.end(), 0);
  const bool whole_groups = chance_.random.percent(50); // one after another, or their intervals mixed
  while (!left.empty()) {
    const std::size_t pick = whole_groups ? 0 : chance_.random.below(left.size());
    const std::uint32_t group = left[pick];
    std::vector<Thread *> order;
    for (Thread &t : threads_)
      if (t.group == group && t.stop == Stop::None)
        order.push_back(&t);
    const std::uint64_t how = chance_.random.below(3);
    if (how == 1)
      std::reverse(order.begin(), order.end());
    for (std::size_t i = order.size(); how == 2 && i > 1; --i)
      std::swap(order[i - 1], order[chance_.random.below(i)]);
    for (Thread *t : order)
      run_thread(*t);
    if (!release_barriers(group))
      left.erase(left.begin() + static_cast<std::ptrdiff_t>(pick));
    if (outcome_.divergence || outcome_.assertion)
      break;
  }
  const Clashes &c = memory_.clashes();
  if (c.race && ordered_ && !outcome_.divergence && !outcome_.assertion)
    throw Refused("a race beside atomic operations with an order: what they order is not known here");
  outcome_.race = outcome_.race || c.race;
  outcome_.ambiguous = outcome_.ambiguous || c.ambiguous;
  if (c.race && outcome_.witness.empty())
    outcome_.witness = c.witness;
}

void Machine::run_thread(Thread &t) {
  while (t.stop == Stop::None) {
    if (++t.steps > run_.steps)
      throw Undefined("out of steps");
    step(t);
  }
}

void Machine::diverge(const Thread &a, const Thread &b) {
  outcome_.divergence = true;
  if (outcome_.witness.empty())
    outcome_.witness =
        fmt::format("divergence: thread {} waits at line {}, thread {} {}", a.number, a.side.line, b.number,
                    b.stop == Stop::Done ? "is at its end" : fmt::format("at line {}", b.side.line));
}

bool Machine::release_barriers(std::uint32_t group) {
  std::map<std::uint32_t, std::vector<Thread *>> warps;
  std::vector<Thread *> all;
  for (Thread &t : threads_)
    if (t.group == group) {
      warps[t.side.warp].push_back(&t);
      all.push_back(&t);
    }
  bool released = false;
  for (auto &[warp, members] : warps) {
    const auto waiting =
        std::find_if(members.begin(), members.end(), [](Thread *t) { return t->stop == Stop::WarpBarrier; });
    if (waiting == members.end())
      continue;
    // Who has ended need not come. (That it is not ordered with those who have come is not seen here.)
    std::erase_if(members, [](const Thread *t) { return t->stop == Stop::Done; });
    for (Thread *t : members) {
      if (t->stop == Stop::WarpBarrier && t->site != (*waiting)->site)
        throw Refused("threads of a warp wait at barriers in several places");
      if (t->stop != Stop::WarpBarrier) {
        diverge(**waiting, *t);
        return true;
      }
    }
    for (Thread *t : members) {
      ++t->side.warp_epoch;
      t->stop = Stop::None;
    }
    released = true;
  }
  if (released)
    return true;
  const auto waiting = std::find_if(all.begin(), all.end(), [](Thread *t) { return t->stop == Stop::GroupBarrier; });
  if (waiting == all.end())
    return false; // all done
  for (Thread *t : all)
    if (t->stop != Stop::GroupBarrier || t->site != (*waiting)->site) {
      diverge(**waiting, *t);
      return true;
    }
  for (Thread *t : all) {
    for (unsigned m = 0; m < 2; ++m)
      if ((*waiting)->fences & (1u << m))
        ++t->side.group_epoch[m];
    t->stop = Stop::None;
  }
  return true;
}

void Machine::stop_at(Thread &t, Stop stop, unsigned fences) {
  t.stop = stop;
  t.fences = fences;
  t.site.clear();
  for (const Frame &f : t.frames) {
    t.site.push_back(reinterpret_cast<std::uint64_t>(&*std::prev(f.next))); // the call that it is in
    for (const llvm::Loop *l = f.info->loops.getLoopFor(f.block); l; l = l->getParentLoop())
      t.site.push_back(f.rounds[f.info->loop_numbers.lookup(l)]);
  }
}

void Machine::enter(Thread &t, const llvm::Function &f, std::vector<Val> arguments, const llvm::CallBase *call) {
  if (t.frames.size() > 64)
    throw Refused("deep recursion");
  Frame frame;
  frame.function = &f;
  frame.info = &info_.of(f);
  frame.slots.resize(frame.info->slots.size());
  frame.call = call;
  frame.mark = memory_.mark(t.number);
  frame.rounds.resize(frame.info->loop_numbers.size());
  for (const llvm::Argument &a : f.args()) {
    Val &v = arguments[a.getArgNo()];
    if (call && a.hasByValAttr()) { // a copy of the callee's own
      const std::uint64_t size = info_.layout.getTypeAllocSize(a.getParamByValType());
      const Address from = scalar(v.leaves[0]).getZExtValue();
      Object &o =
          memory_.create(Space::Private, t.number, size, a.getParamAlign().valueOrOne().value(), a.getName().str());
      copy(t, o.base, from, size);
      v = of(width(a.getType()), o.base);
    }
    frame.slots[frame.info->slots.lookup(&a)] = std::move(v);
  }
  frame.block = &f.getEntryBlock();
  frame.next = frame.block->begin();
  t.frames.push_back(std::move(frame));
}

void Machine::leave(Thread &t, Val result) {
  const llvm::CallBase *call = t.frames.back().call;
  memory_.release(t.number, t.frames.back().mark);
  t.frames.pop_back();
  if (t.frames.empty()) {
    t.stop = Stop::Done;
    return;
  }
  if (!call->getType()->isVoidTy())
    set(t, *call, std::move(result));
}

void Machine::jump(Thread &t, const llvm::BasicBlock *to) {
  Frame &f = t.frames.back();
  const llvm::BasicBlock *from = f.block;
  if (const llvm::Loop *l = f.info->loops.getLoopFor(to); l && l->getHeader() == to) {
    std::uint64_t &rounds = f.rounds[f.info->loop_numbers.lookup(l)];
    rounds = l->contains(from) ? rounds + 1 : 0;
  }
  f.before = from;
  f.block = to;
  f.next = to->begin();
  std::vector<std::pair<const llvm::PHINode *, Val>> values; // all at once
  for (const llvm::PHINode &phi : to->phis()) {
    values.emplace_back(&phi, get(t, phi.getIncomingValueForBlock(from)));
    ++f.next;
  }
  for (auto &[phi, v] : values)
    set(t, *phi, std::move(v));
}

void Machine::step(Thread &t) {
  Frame &f = t.frames.back();
  const llvm::Instruction &i = *f.next;
  ++f.next;
  if (i.getDebugLoc())
    t.side.line = i.getDebugLoc().getLine();
  if (arithmetic(t, i))
    return;
  switch (i.getOpcode()) {
  case llvm::Instruction::Alloca: {
    const auto &a = llvm::cast<llvm::AllocaInst>(i);
    const std::uint64_t size = info_.layout.getTypeAllocSize(a.getAllocatedType()) * number(t, a.getArraySize());
    set(t, i,
        of(width(a.getType()),
           memory_.create(Space::Private, t.number, size, a.getAlign().value(), a.getName().str()).base));
    return;
  }
  case llvm::Instruction::Load:
    if (llvm::cast<llvm::LoadInst>(i).isAtomic())
      return atomic(t, i);
    set(t, i, load(t, i.getType(), number(t, i.getOperand(0)), true));
    return;
  case llvm::Instruction::Store:
    if (llvm::cast<llvm::StoreInst>(i).isAtomic())
      return atomic(t, i);
    store(t, i.getOperand(0)->getType(), number(t, i.getOperand(1)), get(t, i.getOperand(0)));
    return;
  case llvm::Instruction::AtomicRMW:
  case llvm::Instruction::AtomicCmpXchg: return atomic(t, i);
  case llvm::Instruction::Fence: return;
  case llvm::Instruction::GetElementPtr:
    set(t, i, of(width(i.getType()), offset_of(t, llvm::cast<llvm::GEPOperator>(i))));
    return;
  case llvm::Instruction::Br: {
    const auto &b = llvm::cast<llvm::BranchInst>(i);
    return jump(t, b.isUnconditional() || number(t, b.getCondition()) ? b.getSuccessor(0) : b.getSuccessor(1));
  }
  case llvm::Instruction::Switch: {
    const auto &s = llvm::cast<llvm::SwitchInst>(i);
    const llvm::APInt v = one(t, s.getCondition());
    for (const auto &c : s.cases())
      if (c.getCaseValue()->getValue() == v)
        return jump(t, c.getCaseSuccessor());
    return jump(t, s.getDefaultDest());
  }
  case llvm::Instruction::Ret: {
    const llvm::Value *v = llvm::cast<llvm::ReturnInst>(i).getReturnValue();
    return leave(t, v ? get(t, v) : Val());
  }
  case llvm::Instruction::Unreachable: throw Undefined("unreachable");
  case llvm::Instruction::Call: return call(t, llvm::cast<llvm::CallBase>(i));
  default: throw Refused(std::string("the instruction ") + i.getOpcodeName());
  }
}

} // namespace lockstep::oracle::bytes
