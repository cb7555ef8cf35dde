// The machine's calls: functions with a body, LLVM's intrinsics, OpenCL's builtins and those of our CUDA headers
// (machine.h). A function that none of them knows is refused by name.
#include "tests/oracle/bytes/machine.h"

#include "llvm/IR/IntrinsicInst.h"

#include <fmt/format.h>

namespace lockstep::oracle::bytes {

std::string demangled(llvm::StringRef symbol, std::string &types) {
  if (!symbol.consume_front("_Z"))
    return symbol.str();
  unsigned n = 0;
  if (symbol.consumeInteger(10, n) || n > symbol.size())
    return "";
  types = symbol.substr(n).str();
  return symbol.substr(0, n).str();
}

namespace {

bool is_signed(char code) {
  return code == 'c' || code == 'a' || code == 's' || code == 'i' || code == 'l' || code == 'x';
}
// Of the first parameter, "Dv4_j" being that of a vector.
bool is_signed(const std::string &types) {
  const std::size_t at = types.starts_with("Dv") ? types.find('_') + 1 : 0;
  return at < types.size() && is_signed(types[at]);
}

} // namespace

std::optional<std::uint64_t> Machine::geometry(const Thread &t, const std::string &name, unsigned d) const {
  const auto &l = run_.local;
  const auto &g = run_.groups;
  const bool known = d < 3;
  if (name == "get_local_id" || name == "local_id")
    return known ? t.local[d] : 0;
  if (name == "get_group_id" || name == "group_id")
    return known ? t.group_id[d] : 0;
  if (name == "get_local_size" || name == "get_enqueued_local_size" || name == "local_size")
    return known ? l[d] : 1;
  if (name == "get_num_groups" || name == "num_groups")
    return known ? g[d] : 1;
  if (name == "get_global_id")
    return known ? t.group_id[d] * l[d] + t.local[d] : 0;
  if (name == "get_global_size")
    return known ? l[d] * g[d] : 1;
  if (name == "get_global_offset")
    return 0;
  if (name == "get_local_linear_id")
    return t.local[0] + l[0] * (t.local[1] + l[1] * t.local[2]);
  return std::nullopt;
}

void Machine::call(Thread &t, const llvm::CallBase &c) {
  const llvm::Function *f = c.getCalledFunction();
  if (!f)
    throw Refused(c.isInlineAsm() ? "inline assembly" : "an indirect call");
  if (f->isIntrinsic()) {
    if (!intrinsic(t, c, f->getName()))
      throw Refused("the intrinsic " + f->getName().str());
    return;
  }
  if (!f->isDeclaration()) {
    std::vector<Val> arguments;
    for (const llvm::Use &u : c.args())
      arguments.push_back(get(t, u));
    enter(t, *f, std::move(arguments), &c);
    return;
  }
  std::string types;
  const std::string name = demangled(f->getName(), types);
  if (!builtin(t, c, name, types) && !atomic_builtin(t, c, name, types) && !integer_builtin(t, c, name, types) &&
      !convert_builtin(t, c, name, types) && !vector_memory(t, c, name))
    throw Refused("the function " + f->getName().str());
}

bool Machine::intrinsic(Thread &t, const llvm::CallBase &c, llvm::StringRef name) {
  if (llvm::isa<llvm::DbgInfoIntrinsic>(c) || name.starts_with("llvm.lifetime") ||
      name.starts_with("llvm.experimental.noalias"))
    return true;
  const auto argument = [&](unsigned n) { return number(t, c.getArgOperand(n)); };
  if (llvm::isa<llvm::MemCpyInst, llvm::MemMoveInst>(c))
    return copy(t, argument(0), argument(1), argument(2)), true;
  if (llvm::isa<llvm::MemSetInst>(c))
    return fill(t, argument(0), static_cast<std::uint8_t>(argument(1)), argument(2)), true;
  if (name == "llvm.assume") {
    if (!argument(0))
      throw Undefined("an assumption that fails");
    return true;
  }
  if (name.starts_with("llvm.nvvm.read.ptx.sreg.")) {
    llvm::StringRef rest = name.substr(24);
    const unsigned d = rest.back() >= 'x' && rest.back() <= 'z' ? static_cast<unsigned>(rest.back() - 'x') : 0;
    rest = rest.take_until([](char ch) { return ch == '.'; });
    const char *what = rest == "tid"      ? "local_id"
                       : rest == "ctaid"  ? "group_id"
                       : rest == "ntid"   ? "local_size"
                       : rest == "nctaid" ? "num_groups"
                                          : "";
    if (const auto n = geometry(t, what, d))
      return set(t, c, of(32, *n)), true;
    return false;
  }
  if (name == "llvm.nvvm.barrier0")
    return stop_at(t, Stop::GroupBarrier, 3), true;
  if (name == "llvm.trap")
    throw Undefined("a trap");
  const auto each = [&](auto f) {
    const Val a = get(t, c.getArgOperand(0)), b = c.arg_size() > 1 ? get(t, c.getArgOperand(1)) : a;
    Val r;
    const bool same = b.leaves.size() == a.leaves.size();
    for (std::size_t n = 0; n < a.leaves.size(); ++n)
      r.leaves.push_back({f(scalar(a.leaves[n]), scalar(b.leaves[same ? n : 0])), false});
    set(t, c, std::move(r));
    return true;
  };
  using I = const llvm::APInt &;
  switch (llvm::cast<llvm::Function>(c.getCalledOperand())->getIntrinsicID()) {
  case llvm::Intrinsic::smin: return each([](I a, I b) { return a.slt(b) ? a : b; });
  case llvm::Intrinsic::smax: return each([](I a, I b) { return a.sgt(b) ? a : b; });
  case llvm::Intrinsic::umin: return each([](I a, I b) { return a.ult(b) ? a : b; });
  case llvm::Intrinsic::umax: return each([](I a, I b) { return a.ugt(b) ? a : b; });
  case llvm::Intrinsic::abs: return each([](I a, I) { return a.abs(); });
  case llvm::Intrinsic::bswap: return each([](I a, I) { return a.byteSwap(); });
  case llvm::Intrinsic::bitreverse: return each([](I a, I) { return a.reverseBits(); });
  case llvm::Intrinsic::ctpop: return each([](I a, I) { return llvm::APInt(a.getBitWidth(), a.popcount()); });
  case llvm::Intrinsic::ctlz: return each([](I a, I) { return llvm::APInt(a.getBitWidth(), a.countl_zero()); });
  case llvm::Intrinsic::cttz: return each([](I a, I) { return llvm::APInt(a.getBitWidth(), a.countr_zero()); });
  case llvm::Intrinsic::expect: set(t, c, get(t, c.getArgOperand(0))); return true;
  case llvm::Intrinsic::fshl:
  case llvm::Intrinsic::fshr: {
    const Val z = get(t, c.getArgOperand(2));
    const bool left = name.starts_with("llvm.fshl");
    std::size_t n = 0;
    return each([&](I a, I b) {
      const unsigned w = a.getBitWidth(), by = static_cast<unsigned>(scalar(z.leaves[n++]).urem(w));
      const llvm::APInt both = a.zext(2 * w).shl(w) | b.zext(2 * w);
      return left ? both.shl(by).lshr(w).trunc(w) : both.lshr(by).trunc(w);
    });
  }
  case llvm::Intrinsic::uadd_with_overflow:
  case llvm::Intrinsic::sadd_with_overflow: {
    const llvm::APInt a = one(t, c.getArgOperand(0)), b = one(t, c.getArgOperand(1));
    bool over = false;
    Val r = of(name.starts_with("llvm.uadd") ? a.uadd_ov(b, over) : a.sadd_ov(b, over));
    r.leaves.push_back({llvm::APInt(1, over), false});
    set(t, c, std::move(r));
    return true;
  }
  default: return false;
  }
}

bool Machine::builtin(Thread &t, const llvm::CallBase &c, const std::string &name, const std::string &) {
  const auto argument = [&](unsigned n) { return number(t, c.getArgOperand(n)); };
  std::string plain = name.starts_with("__lockstep_") ? name.substr(11) : name;
  if (!c.getType()->isVoidTy() && c.arg_size() <= 1 && c.getType()->isIntegerTy())
    if (const auto n = geometry(t, plain, c.arg_size() ? static_cast<unsigned>(argument(0)) : 0))
      return set(t, c, of(width(c.getType()), *n)), true;
  if (name == "barrier" || name == "work_group_barrier") {
    const std::uint64_t flags = argument(0); // CLK_LOCAL_MEM_FENCE 1, CLK_GLOBAL_MEM_FENCE 2
    return stop_at(t, Stop::GroupBarrier, static_cast<unsigned>(flags & 3)), true;
  }
  if (name == "__lockstep_barrier") {
    if (argument(0) != 1)
      throw Refused("a barrier of another scope than the group's");
    return stop_at(t, Stop::GroupBarrier, static_cast<unsigned>(argument(1))), true;
  }
  if (name == "__lockstep_barrier_warp") {
    if (argument(0) != 0xffffffff || argument(1) != 0 ||
        run_.local[0] * run_.local[1] * run_.local[2] % run_.warp_size != 0)
      throw Refused("a warp's barrier for some of its lanes");
    return stop_at(t, Stop::WarpBarrier, 3), true;
  }
  if (name == "__lockstep_warp_size")
    return set(t, c, of(32, run_.warp_size)), true;
  if (name == "__lockstep_lane_id")
    return set(t, c, of(32, t.number % (run_.local[0] * run_.local[1] * run_.local[2]) % run_.warp_size)), true;
  if (name == "prefetch" || name == "__lockstep_invariant") // what fences order is not known here: refused
    return true;
  if (name == "__lockstep_spec_begin" || name == "__lockstep_spec_end")
    return t.specification = name.ends_with("begin"), true;
  if (name == "__lockstep_assume" || name == "__lockstep_requires") {
    if (!argument(0))
      throw Undefined("an assumption that fails");
    return true;
  }
  const bool asserted = name == "__lockstep_assert";
  if (asserted && argument(0))
    return true;
  if (asserted || name == "__lockstep_assert_fail") {
    outcome_.assertion = true;
    if (outcome_.witness.empty())
      outcome_.witness = fmt::format("the assertion in line {} fails for thread {}", t.side.line, t.number);
    t.stop = Stop::Done;
    return true;
  }
  if (name == "__lockstep_exit") {
    t.stop = Stop::Done;
    return true;
  }
  if (name == "memcpy" || name == "memmove" || name == "memset") {
    name == "memset" ? fill(t, argument(0), static_cast<std::uint8_t>(argument(1)), argument(2))
                     : copy(t, argument(0), argument(1), argument(2));
    if (!c.getType()->isVoidTy())
      set(t, c, get(t, c.getArgOperand(0)));
    return true;
  }
  if (name.starts_with("__lockstep_any_"))
    return set(t, c, of(chance_.any(width(c.getType())))), true;
  return false;
}

bool Machine::integer_builtin(Thread &t, const llvm::CallBase &c, const std::string &name, const std::string &types) {
  if (!c.getType()->isIntOrIntVectorTy())
    return false;
  for (const llvm::Use &u : c.args())
    if (!u->getType()->isIntOrIntVectorTy())
      return false;
  const bool sign = is_signed(types);
  const auto less = [&](const llvm::APInt &a, const llvm::APInt &b) { return sign ? a.slt(b) : a.ult(b); };
  using F = llvm::APInt (*)(const std::vector<llvm::APInt> &, bool);
  (void)less;
  static const std::map<std::string, F> all = {
      {"min", [](const auto &a, bool s) { return (s ? a[0].slt(a[1]) : a[0].ult(a[1])) ? a[0] : a[1]; }},
      {"max", [](const auto &a, bool s) { return (s ? a[0].sgt(a[1]) : a[0].ugt(a[1])) ? a[0] : a[1]; }},
      {"clamp",
       [](const auto &a, bool s) {
         const llvm::APInt low = (s ? a[0].slt(a[1]) : a[0].ult(a[1])) ? a[1] : a[0];
         return (s ? low.sgt(a[2]) : low.ugt(a[2])) ? a[2] : low;
       }},
      {"abs", [](const auto &a, bool s) { return s ? a[0].abs() : a[0]; }},
      {"abs_diff",
       [](const auto &a, bool s) { return (s ? a[0].slt(a[1]) : a[0].ult(a[1])) ? a[1] - a[0] : a[0] - a[1]; }},
      {"add_sat", [](const auto &a, bool s) { return s ? a[0].sadd_sat(a[1]) : a[0].uadd_sat(a[1]); }},
      {"sub_sat", [](const auto &a, bool s) { return s ? a[0].ssub_sat(a[1]) : a[0].usub_sat(a[1]); }},
      {"mul_hi",
       [](const auto &a, bool s) {
         const unsigned w = a[0].getBitWidth();
         return s ? (a[0].sext(2 * w) * a[1].sext(2 * w)).extractBits(w, w)
                  : (a[0].zext(2 * w) * a[1].zext(2 * w)).extractBits(w, w);
       }},
      {"rotate", [](const auto &a, bool) { return a[0].rotl(static_cast<unsigned>(a[1].urem(a[0].getBitWidth()))); }},
      {"popcount", [](const auto &a, bool) { return llvm::APInt(a[0].getBitWidth(), a[0].popcount()); }},
      {"clz", [](const auto &a, bool) { return llvm::APInt(a[0].getBitWidth(), a[0].countl_zero()); }},
      {"ctz", [](const auto &a, bool) { return llvm::APInt(a[0].getBitWidth(), a[0].countr_zero()); }},
  };
  const auto it = all.find(name);
  if (it == all.end())
    return false;
  std::vector<Val> arguments;
  for (const llvm::Use &u : c.args())
    arguments.push_back(get(t, u));
  Val r;
  for (std::size_t n = 0; n < arguments[0].leaves.size(); ++n) {
    std::vector<llvm::APInt> at;
    for (const Val &v : arguments)
      at.push_back(scalar(v.leaves[v.leaves.size() == 1 ? 0 : n]));
    r.leaves.push_back({it->second(at, sign), false});
  }
  set(t, c, std::move(r));
  return true;
}

bool Machine::convert_builtin(Thread &t, const llvm::CallBase &c, const std::string &name, const std::string &types) {
  if (!name.starts_with("convert_") || !c.getType()->isIntOrIntVectorTy() ||
      !c.getArgOperand(0)->getType()->isIntOrIntVectorTy())
    return false;
  const bool saturate = name.find("_sat") != std::string::npos, from_signed = is_signed(types),
             to_signed = name[8] != 'u';
  const unsigned bits = width(c.getType());
  Val v = get(t, c.getArgOperand(0));
  for (Scalar &s : v.leaves) {
    const llvm::APInt a = scalar(s), wide = from_signed ? a.sext(128) : a.zext(128);
    llvm::APInt r = wide.trunc(bits);
    if (saturate) {
      const llvm::APInt low = to_signed ? llvm::APInt::getSignedMinValue(bits).sext(128) : llvm::APInt(128, 0);
      const llvm::APInt high =
          to_signed ? llvm::APInt::getSignedMaxValue(bits).zext(128) : llvm::APInt::getMaxValue(bits).zext(128);
      r = (wide.slt(low) ? low : wide.sgt(high) ? high : wide).trunc(bits);
    }
    s = {r, false};
  }
  set(t, c, std::move(v));
  return true;
}

// vloadN(offset, p), vstoreN(data, offset, p): exactly N elements, at a multiple of N elements.
bool Machine::vector_memory(Thread &t, const llvm::CallBase &c, const std::string &name) {
  const bool loads = name.starts_with("vload");
  if ((!loads && !name.starts_with("vstore")) || name.find("half") != std::string::npos)
    return false;
  llvm::Type *type = loads ? c.getType() : c.getArgOperand(0)->getType();
  const std::uint64_t n = info_.leaves(type), each = width(type) / 8;
  const Address a = number(t, c.getArgOperand(loads ? 1 : 2)) + number(t, c.getArgOperand(loads ? 0 : 1)) * n * each;
  if (loads) {
    Val v;
    Object &o = memory_.find(a, n * each, t.number);
    note(t, o, a, n * each, Kind::Read, Reach::Device);
    for (std::uint64_t i = 0; i < n; ++i)
      v.leaves.append(load(t, type->getScalarType(), a + i * each, false).leaves);
    set(t, c, std::move(v));
    return true;
  }
  const Val v = get(t, c.getArgOperand(0));
  Object &o = memory_.find(a, n * each, t.number);
  for (std::uint64_t i = 0; i < n; ++i) {
    unsigned leaf = static_cast<unsigned>(i);
    store_leaves(type->getScalarType(), v, leaf, o.data.data() + (a - o.base) + i * each,
                 o.defined.data() + (a - o.base) + i * each);
  }
  note(t, o, a, n * each, Kind::Write, Reach::Device);
  return true;
}

} // namespace lockstep::oracle::bytes
