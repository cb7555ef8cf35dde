// Edits learnt from twins: what makes x_WHAT_bad.cu of x.cu is the kind of mistake that people make.
//
// A pair is compared word by word; where they differ, the words that go, those that come, and their neighbours are an
// edit. In it names that x declares, and numbers, are variables: 'if (t == 0)' -> 'if (t == 1)' is an edit of any
// comparison with a number. Where words that come name what the neighbourhood does not, a name of the changed text is
// drawn that is used in the same way.
#pragma once

#include "tests/oracle/mutations/mutation_tokens.h"

#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace lockstep::oracle {

struct Piece {
  enum class Kind {
    Word,    // stays as it is
    Name,    // variable `which`
    Number,  // variable `which`
    Related, // the number `which`, changed: as `word` says, one of "+1", "-1", "*2", "/2"
  };
  enum class Use { Value, Array, Function, Object }; // what a name is followed by: [, (, .
  Kind kind = Kind::Word;
  std::string word;
  unsigned which = 0;
  Use use = Use::Value;
  bool glued = false; // no space in front of it
};

struct TwinEdit {
  TextKind text = TextKind::C;
  enum class For { Any, Cuda, OpenCl } language = For::Any; // whose words come
  bool option = false;                                      // of a number in the first lines
  std::vector<Piece> before, deleted, after, inserted;
  std::map<std::string, unsigned> seen; // first word of the pair's name: how often
};

class TwinEdits {
public:
  // Of all pairs in a folder and those below it.
  static TwinEdits learn(const std::filesystem::path &folder);
  void add(const std::string &name, const std::string &right, const std::string &wrong, TextKind kind);

  // Edits by their weights, without those that only pairs show whose names begin as `name` does.
  class Choice {
  public:
    // None where none that was drawn fits.
    std::optional<Mutation> change(const std::string &text, TextKind kind, Random &random) const;
    std::size_t size() const { return edits_.size(); }

  private:
    friend class TwinEdits;
    std::vector<const TwinEdit *> edits_;
    std::vector<double> sums_; // of weights, up to and with each
  };
  Choice without(const std::string &name) const; // lives as long as these edits

private:
  void add(TwinEdit edit, const std::string &begins);
  std::map<std::string, TwinEdit> edits_; // by their text, variables numbered as they come
};

} // namespace lockstep::oracle
