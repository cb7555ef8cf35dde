// The words of a text as edits of twins see them. Internal to twin_edits.cpp and twin_changes.cpp.
#pragma once

#include "tests/oracle/mutations/twin_edits.h"

#include <optional>
#include <set>
#include <string>
#include <vector>

namespace lockstep::oracle {

struct Word {
  TokenKind kind;
  std::string text;
  std::size_t at;
  Piece::Use use = Piece::Use::Value;
  bool glued = false;    // no space in front of it
  bool declared = false; // here
};

struct Words {
  Words(const std::string &text, TextKind kind);
  std::vector<Word> words;
  std::vector<Word> options;      // numbers of the first lines
  std::set<std::string> declared; // names of the text's own
  bool opencl = false;
};

std::optional<std::uint64_t> whole(const std::string &number); // a plain decimal

} // namespace lockstep::oracle
