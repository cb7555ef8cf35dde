// Helpers of the tests that write kernels as text.
#pragma once

#include "cfg/ir/check.h"
#include "cfg/ir/text/parse.h"
#include "cfg/ir/text/print.h"

#include <gtest/gtest.h>

#include <sstream>
#include <string>

namespace lockstep::cfg {

// The well-formed kernel, or a failed test that shows the diagnostics.
inline Kernel kernel_of(const std::string &text) {
  support::Diagnostics diags;
  auto k = parse(text, "test.kir", diags);
  bool ok = k && check(*k, diags);
  for (const auto &d : diags.all())
    ADD_FAILURE() << format(d);
  return ok ? *k : Kernel{};
}

// A kernel with no statements from its edges: "a:b,c b:a c:" (no targets: return). The first is the entry.
inline Kernel graph_kernel(const std::string &edges) {
  std::string text = "kernel g {\n", part;
  std::istringstream in(edges);
  while (in >> part) {
    auto colon = part.find(':');
    std::string targets = part.substr(colon + 1);
    text += "block " + part.substr(0, colon) + ": " + (targets.empty() ? "return" : "goto " + targets) + ";\n";
  }
  return kernel_of(text + "}\n");
}

inline BlockId block_id(const Kernel &k, const std::string &name) {
  for (BlockId b = 0; b < k.blocks.size(); ++b)
    if (k.blocks[b].name == name)
      return b;
  ADD_FAILURE() << "no block " << name;
  return 0;
}

// "a b c"
template <typename Ids> std::string block_names(const Kernel &k, const Ids &ids) {
  std::string out;
  for (BlockId b : ids)
    out += (out.empty() ? "" : " ") + k.blocks[b].name;
  return out;
}

// All messages, one a line, as the user sees them.
inline std::string all_messages(const support::Diagnostics &diags) {
  std::string out;
  for (const auto &d : diags.all())
    out += format(d) + "\n";
  return out;
}

} // namespace lockstep::cfg
