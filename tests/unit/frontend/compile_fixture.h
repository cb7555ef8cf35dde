// Compiling a piece of text, for the tests of `compile`.
#pragma once

#include "frontend/frontend.h"
#include "tests/unit/temporary_folder.h"

#include <gtest/gtest.h>

#include <fstream>
#include <regex>
#include <string>

namespace lockstep::frontend {

struct CompiledText {
  std::optional<Module> module;
  support::Diagnostics diags;
  std::string text; // LLVM assembly; empty if it did not compile

  // The lines of one function, without debug information; empty if there is none.
  std::string function(const std::string &name) const {
    std::smatch found;
    if (!std::regex_search(text, found, std::regex("\ndefine [^\n]*@" + name + "\\([^]*?\n\\}\n")))
      return {};
    return std::regex_replace(found.str(), std::regex("(,? !dbg ![0-9]+)|(\n *#dbg_[^\n]*)"), "");
  }
};

// Into a folder that is there as long as the process.
inline std::string write_source(const std::string &name, const std::string &source) {
  static const test::TemporaryFolder folder;
  std::string path = folder.path() + "/" + std::to_string(std::hash<std::string>()(source)) + "_" + name;
  std::ofstream(path) << source;
  return path;
}

// `name` decides on the language by its suffix.
inline CompiledText compile_text(const std::string &name, const std::string &source, const Options &options = {}) {
  CompiledText c;
  auto module = compile(write_source(name, source), options, c.diags);
  if (module) {
    c.module.emplace(*std::move(module));
    c.text = print(*c.module);
  }
  return c;
}

inline std::size_t count(const std::string &text, const std::string &pattern) {
  std::regex r(pattern);
  return static_cast<std::size_t>(
      std::distance(std::sregex_iterator(text.begin(), text.end(), r), std::sregex_iterator()));
}

inline std::string messages(const support::Diagnostics &diags) {
  std::string all;
  for (const auto &d : diags.all())
    all += support::format(d) + "\n";
  return all;
}

} // namespace lockstep::frontend
