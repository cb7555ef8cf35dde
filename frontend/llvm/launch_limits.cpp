// See launch_limits.h. Where the limits stand: !reqd_work_group_size (OpenCL), !nvvm.annotations or nvvm.* attributes
// (CUDA), "amdgpu-flat-work-group-size" (HIP). work_group_size_hint is a hint, and says nothing.
#include "frontend/llvm/launch_limits.h"

#include "llvm/IR/Constants.h"
#include "llvm/IR/Metadata.h"
#include "llvm/IR/Module.h"

#include <algorithm>

namespace lockstep::frontend {

using cfg::Expr;
using cfg::Op;

namespace {
using Three = std::array<std::uint64_t, 3>;

std::optional<std::uint64_t> number(const llvm::MDOperand &o) {
  auto *c = llvm::mdconst::dyn_extract_or_null<llvm::ConstantInt>(o);
  return c && c->getValue().isIntN(32) ? std::optional(c->getZExtValue()) : std::nullopt;
}

// "64" or "64,2,1"; dimensions that are left out are 1.
std::optional<Three> numbers(llvm::StringRef text) {
  Three out{1, 1, 1};
  for (std::size_t d = 0; d < 3 && !text.empty(); ++d) {
    auto [first, rest] = text.split(',');
    if (first.trim().getAsInteger(10, out[d]) || out[d] == 0 || out[d] > 0xffffffff)
      return std::nullopt;
    text = rest;
  }
  return out;
}

std::uint64_t product(const Three &t) {
  const unsigned __int128 p = static_cast<unsigned __int128>(t[0]) * t[1];
  const unsigned __int128 most = ~std::uint64_t(0);
  return p > most || p * t[2] > most ? ~std::uint64_t(0) : static_cast<std::uint64_t>(p * t[2]);
}

void read_nvvm_annotations(const llvm::Function &f, std::optional<Three> &required, std::optional<Three> &most) {
  const llvm::NamedMDNode *rows = f.getParent()->getNamedMetadata("nvvm.annotations");
  for (unsigned r = 0; rows && r < rows->getNumOperands(); ++r) {
    const llvm::MDNode *row = rows->getOperand(r);
    if (row->getNumOperands() == 0 || llvm::mdconst::dyn_extract_or_null<llvm::Function>(row->getOperand(0)) != &f)
      continue;
    for (unsigned i = 1; i + 1 < row->getNumOperands(); i += 2) {
      auto *key = llvm::dyn_cast_or_null<llvm::MDString>(row->getOperand(i));
      const auto value = number(row->getOperand(i + 1));
      if (!key || !value || *value == 0)
        continue;
      llvm::StringRef name = key->getString();
      std::optional<Three> *to = name.consume_front("reqntid")   ? &required
                                 : name.consume_front("maxntid") ? &most
                                                                 : nullptr;
      if (!to || name.size() != 1 || name[0] < 'x' || name[0] > 'z')
        continue;
      if (!*to)
        *to = Three{1, 1, 1};
      (**to)[static_cast<std::size_t>(name[0] - 'x')] = *value;
    }
  }
}

Expr local_size(unsigned d) { return cfg::leaf(Op::LocalSize, d, cfg::int_type(32)); }
Expr constant(std::uint64_t v) { return cfg::constant(cfg::int_type(32), v); }

std::string text(const std::array<cfg::Launch::Extent, 3> &sizes) {
  std::string out;
  for (const cfg::Launch::Extent &e : sizes)
    out += (out.empty() ? "" : " x ") + (e ? std::to_string(*e) : "*");
  return out;
}
} // namespace

LaunchLimits launch_limits(const llvm::Function &f) {
  LaunchLimits out;
  if (const llvm::MDNode *node = f.getMetadata("reqd_work_group_size"); node && node->getNumOperands() == 3) {
    const auto x = number(node->getOperand(0)), y = number(node->getOperand(1)), z = number(node->getOperand(2));
    if (x && y && z && *x != 0) { // a kernel of fewer dimensions may leave the others 0
      out.exact = Three{*x, std::max<std::uint64_t>(*y, 1), std::max<std::uint64_t>(*z, 1)};
      out.exact_from = "reqd_work_group_size";
    }
  }
  std::optional<Three> required, most;
  read_nvvm_annotations(f, required, most);
  if (f.hasFnAttribute("nvvm.reqntid"))
    required = numbers(f.getFnAttribute("nvvm.reqntid").getValueAsString());
  if (f.hasFnAttribute("nvvm.maxntid"))
    most = numbers(f.getFnAttribute("nvvm.maxntid").getValueAsString());
  if (required && !out.exact) {
    out.exact = required;
    out.exact_from = "reqntid";
  }
  if (most) {
    out.most = product(*most);
    out.most_from = "__launch_bounds__";
  }
  if (f.hasFnAttribute("amdgpu-flat-work-group-size")) {
    auto [low, high] = f.getFnAttribute("amdgpu-flat-work-group-size").getValueAsString().split(',');
    std::uint64_t least = 0, limit = 0;
    if (!low.trim().getAsInteger(10, least) && !high.trim().getAsInteger(10, limit) && least <= limit && limit != 0) {
      out.least = least;
      out.most = std::min(out.most.value_or(limit), limit);
      out.most_from = "amdgpu_flat_work_group_size";
    }
  }
  return out;
}

bool apply_limits(const LaunchLimits &limits, const cfg::Launch &launch, const support::Origin &kernel,
                  std::vector<cfg::Stmt> &entry, support::Diagnostics &diags) {
  auto contradicts = [&](const std::string &attribute, const std::string &says, const std::string &remedy) {
    diags.error(kernel, "the launch has groups of " + text(launch.local_size) + " threads, but the kernel's " +
                            attribute + " says " + says + ": no such launch succeeds; " + remedy);
    return false;
  };
  auto say = [&](Expr condition) {
    entry.push_back({cfg::Assume{std::move(condition), cfg::AssumeKind::Launch}, kernel});
  };
  std::uint64_t known = 1, free_sizes = 0;
  for (unsigned d = 0; d < 3; ++d) {
    if (limits.exact && launch.local_size[d] && *launch.local_size[d] != (*limits.exact)[d])
      return contradicts(limits.exact_from,
                         std::to_string((*limits.exact)[0]) + " x " + std::to_string((*limits.exact)[1]) + " x " +
                             std::to_string((*limits.exact)[2]),
                         "give that local size, or mend the attribute");
    if (limits.exact && !launch.local_size[d])
      say(cfg::binary(Op::Eq, local_size(d), constant((*limits.exact)[d])));
    if (launch.local_size[d])
      known = product({known, *launch.local_size[d], 1});
    else
      ++free_sizes;
  }
  if (limits.exact)
    return true;
  if (limits.most && known > *limits.most)
    return contradicts(limits.most_from, "at most " + std::to_string(*limits.most),
                       "give a smaller local size, or mend the attribute");
  if (limits.least && free_sizes == 0 && known < *limits.least)
    return contradicts(limits.most_from, "at least " + std::to_string(*limits.least),
                       "give a larger local size, or mend the attribute");
  if (!limits.most || free_sizes == 0)
    return true;
  const std::uint64_t each = *limits.most / std::max<std::uint64_t>(known, 1);
  Expr all;
  for (unsigned d = 0; d < 3; ++d) {
    if (launch.local_size[d])
      continue;
    if (each < launch.most_local[d])
      say(cfg::binary(Op::Ule, local_size(d), constant(each)));
    all = all ? cfg::binary(Op::Mul, all, local_size(d), true, true) : local_size(d);
  }
  if (free_sizes > 1)
    say(cfg::binary(Op::Ule, all, constant(each)));
  return true;
}

} // namespace lockstep::frontend
