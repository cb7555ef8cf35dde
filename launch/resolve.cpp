// See resolve.h.
#include "launch/resolve.h"

#include "support/sound.h"
#include <array>

#include <fmt/format.h>

namespace lockstep::launch {

namespace {

// By the source or the kernel IR. Sound because the source speaks of what means nothing to the kernel IR (coordinates
// of textures, what is printed), the kernel IR of what headers make of ranks and of copies by a whole group.
std::array<bool, 3> mentioned_dimensions(const cfg::Kernel &k, const std::array<bool, 3> &by_the_source) {
  std::array<bool, 3> out = support::left_out("resolve.spoken") ? std::array<bool, 3>() : by_the_source;
  const auto look = [&](const cfg::Expr &e) {
    cfg::for_each_node(e, [&](const cfg::ExprNode &n) {
      if (n.op >= cfg::Op::LocalId && n.op <= cfg::Op::GlobalOffset && n.value < 3)
        out[n.value] = true;
    });
  };
  for (const cfg::Block &b : k.blocks) {
    for (const cfg::Stmt &s : b.stmts)
      for (const cfg::Expr &e : cfg::used_exprs(s))
        look(e);
    for (const cfg::Expr &e : cfg::used_exprs(b.end))
      look(e);
  }
  return out;
}

// Any sizes in the dimensions that the kernel speaks of, one thread and group in the others.
void only_mentioned(const cfg::Kernel &kernel, const std::array<bool, 3> &spoken, Resolved &out) {
  const std::array<bool, 3> mentioned = mentioned_dimensions(kernel, spoken);
  std::string others;
  for (unsigned d = 0; d < 3; ++d) {
    const cfg::Launch::Extent free = mentioned[d] ? std::nullopt : cfg::Launch::Extent(1);
    const bool required = out.group == From::Attributes;
    if (!required)
      out.launch.local_size[d] = free;
    out.launch.num_groups[d] = free;
    if (mentioned[d] || (required && out.launch.local_size[d] != 1))
      continue;
    others += (others.empty() ? "" : " and ") + std::string(1, static_cast<char>('x' + d));
  }
  if (!others.empty())
    out.assumptions.push_back(fmt::format("it is launched with one thread and one group in {}, which the kernel does "
                                          "not speak of (--block-dim and --grid-dim say otherwise)",
                                          others));
  out.launch.dimensions = 3;
}

// Of a launch whose text does not compile: likewise, for what the rest of it does not say, by a number or otherwise.
void only_mentioned_of_lost(const Question &q, Resolved &out) {
  const frontend::LaunchSite &site = *q.site;
  const std::array<bool, 3> mentioned = mentioned_dimensions(*q.kernel, q.spoken);
  bool changed = false;
  const auto assume_one = [&](const cfg::Expr &said, cfg::Launch::Extent &extent) {
    if (said || extent)
      return;
    extent = 1;
    changed = true;
  };
  for (unsigned d = 0; d < 3; ++d)
    if (!mentioned[d]) {
      assume_one(site.block[d], out.launch.local_size[d]);
      assume_one(site.grid[d], out.launch.num_groups[d]);
    }
  if (changed)
    out.assumptions.push_back(
        "where the launch's text does not compile, it has one thread and one group in the "
        "dimensions that the kernel does not speak of (--block-dim and --grid-dim say otherwise)");
}

std::string with_calls(const support::Origin &launch) {
  std::string out = launch.str();
  for (support::Origin c = launch.inlined_at(); c.known(); c = c.inlined_at())
    out += c.function().empty() ? ", called at " + c.str() : ", " + c.function();
  return out;
}

// "the kernel is launched as at main.cu:87: blocks of 256 x 1 x 1, * x 1 x 1 of them, gridDim.x == (n + 255) / 256"
// Host code is read as it is compiled for the device; where the text asks for that, this says so.
std::string launched_as(const frontend::LaunchSite &site, const cfg::Launch &launch) {
  const std::string more = frontend::print(site);
  return fmt::format(
      "the kernel is launched as at {}: blocks of {}, {} of them{}{}{}", with_calls(site.origin),
      sizes_text(launch.local_size), sizes_text(launch.num_groups), more.empty() ? "" : ", ", more,
      site.asks.empty() ? "" : fmt::format("; host code is taken to be the same where {} is defined", site.asks));
}

} // namespace

support::Result<Resolved> resolve_launch(const Question &q, support::Diagnostics &diags) {
  Resolved out;
  const bool given = q.sizes.given();
  out.free = q.missing == From::Free && !given;
  if (q.site != nullptr) {
    out.launch = frontend::launch_at(*q.site);
    out.group = out.grid = From::HostCode;
    out.passed = *q.site;
    if (q.kernel != nullptr && q.site->lost_sizes)
      only_mentioned_of_lost(q, out);
    if (q.kernel != nullptr && q.site->lost_part)
      out.assumptions.push_back("where the launch's configuration does not compile, the text stands for one argument "
                                "of it (--block-dim and --grid-dim say otherwise)");
    if (q.kernel != nullptr)
      out.assumptions.push_back(launched_as(*q.site, out.launch));
  } else if (q.compiled_for && !given) {
    out.launch = *q.compiled_for;
    out.group = out.grid = From::KernelText;
    return out;
  } else {
    SizeText sizes = q.sizes;
    const bool fills = q.missing == From::Free || (q.missing == From::Any && !given);
    out.group = out.grid = q.recorded != nullptr ? From::Recording : From::Options;
    if (fills && !sizes.local_size) {
      sizes.local_size = "*";
      out.group = q.missing;
    }
    if (fills && !sizes.num_groups && !sizes.global_size) {
      sizes.num_groups = "*";
      out.grid = q.missing;
    }
    const auto parsed = resolve_sizes(sizes, diags);
    if (!parsed)
      return support::failure;
    out.launch = *parsed;
  }
  out.launch.warp_size = q.warp_size;
  if (q.many_threads)
    out.launch.most_threads.reset();
  if (q.compiled_for)
    if (const std::string what = cfg::contradiction(out.launch, *q.compiled_for); !what.empty()) {
      diags.error(q.kernel->origin,
                  fmt::format("kernel '{}' was compiled for another launch than the one that is asked about ({}): "
                              "compile its source for that, or leave the sizes out",
                              q.kernel->name, what));
      return support::failure;
    }
  if (q.required && q.recorded == nullptr && (out.group == From::Any || out.group == From::Free)) {
    for (unsigned d = 0; d < 3; ++d)
      out.launch.local_size[d] = (*q.required)[d];
    out.group = From::Attributes;
  }
  if (out.grid == From::Any && q.kernel != nullptr)
    only_mentioned(*q.kernel, q.spoken, out);
  if (q.recorded != nullptr) {
    auto site = recorded_site(*q.recorded, q.parameters, diags);
    if (!site)
      return support::failure;
    out.assumptions.push_back(recorded_as(*q.recorded, out.launch, *site));
    out.passed = std::move(site->site);
  } else if (!q.values.empty()) {
    if (q.site != nullptr) {
      diags.error(q.site->origin, "--values is for a launch of the sizes that options give, not for one in host code");
      return support::failure;
    }
    auto site = given_site(q.values, q.parameters, diags);
    if (!site)
      return support::failure;
    if (!site->text.empty())
      out.assumptions.push_back("the kernel is launched with" + site->text.substr(1) + " (--values)");
    out.passed = std::move(site->site);
  }
  return out;
}

std::string never_reached(const support::Origin &launch) {
  return fmt::format("the launch at {} is never reached: conditions on the way there contradict each other, or what is "
                     "passed",
                     with_calls(launch));
}

} // namespace lockstep::launch
