// Launches whose sizes nobody gives: see host_launch.h.
#include "driver/launch/host_launch.h"
#include "driver/launch/sizes.h"

#include <array>
#include <fmt/format.h>

namespace lockstep::driver {

namespace {

std::array<bool, 3> mentioned_dimensions(const cfg::Kernel &k) {
  std::array<bool, 3> out{};
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

std::string with_calls(const support::Origin &launch) {
  std::string out = launch.str();
  for (support::Origin c = launch.inlined_at(); c.known(); c = c.inlined_at())
    out += ", called at " + c.str();
  return out;
}

} // namespace

cfg::Launch any_launch(const cfg::Kernel &kernel, cfg::Launch launch,
                       const std::optional<std::array<std::uint64_t, 3>> &required, std::string &assumption) {
  const std::array<bool, 3> mentioned = mentioned_dimensions(kernel);
  std::string others;
  for (unsigned d = 0; d < 3; ++d) {
    const cfg::Launch::Extent free = mentioned[d] ? std::nullopt : cfg::Launch::Extent(1);
    launch.local_size[d] = required ? (*required)[d] : free;
    launch.num_groups[d] = free;
    if (mentioned[d] || (required && (*required)[d] != 1))
      continue;
    others += (others.empty() ? "" : " and ") + std::string(1, static_cast<char>('x' + d));
  }
  if (!others.empty())
    assumption = fmt::format("it is launched with one thread and one group in {}, which the kernel does not speak of "
                             "(--block-dim and --grid-dim say otherwise)",
                             others);
  launch.dimensions = 3;
  return launch;
}

std::string launched_as(const frontend::LaunchSite &site, std::string_view text_of_file) {
  const cfg::Launch launch = frontend::launch_at(site);
  const std::string more = frontend::print(site);
  const bool asks = text_of_file.find("__CUDA_ARCH__") != std::string_view::npos ||
                    text_of_file.find("__HIP_DEVICE_COMPILE__") != std::string_view::npos;
  return fmt::format("the kernel is launched as at {}: blocks of {}, {} of them{}{}{}", with_calls(site.origin),
                     sizes_text(launch.local_size), sizes_text(launch.num_groups), more.empty() ? "" : ", ", more,
                     asks ? "; host code is taken to be the same where __CUDA_ARCH__ is defined" : "");
}

std::string never_reached(const support::Origin &launch) {
  return fmt::format("the launch at {} is never reached: conditions on the way there contradict each other, or what is "
                     "passed",
                     with_calls(launch));
}

} // namespace lockstep::driver
