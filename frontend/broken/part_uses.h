// What a part of a file with errors uses: declarations, and names that lost text might have declared. Internal to
// frontend/.
#pragma once

#include "frontend/broken/broken_text.h"
#include "frontend/broken/part_graph.h"

#include "clang/AST/DeclBase.h"
#include "clang/AST/DeclarationName.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/DenseMap.h"

#include <vector>

namespace lockstep::frontend {

// What the file itself declares at namespace level, by name.
class DeclaredNames {
public:
  void add(const clang::DeclContext &context, const BrokenText &text);
  llvm::ArrayRef<const clang::Decl *> of(clang::DeclarationName name) const;

private:
  llvm::DenseMap<clang::DeclarationName, std::vector<const clang::Decl *>> named_;
};

class PartUses {
public:
  PartUses(PartGraph &graph, const BrokenText &text, const DeclaredNames &names, unsigned user)
      : graph_(graph), text_(text), names_(names), user_(user) {}
  const BrokenText &text() const { return text_; }
  void use(const clang::Decl *d); // null: nothing
  // Of a function with a name that is used.
  void use_signature(const clang::Decl *d);
  // What lost text might have declared, and the signatures of all others that the file declares.
  void use_name(clang::DeclarationName name);
  // All that the text names: the syntax tree may have lost what is not valid.
  void use_text(const clang::Decl &d, bool signature);

private:
  PartGraph &graph_;
  const BrokenText &text_;
  const DeclaredNames &names_;
  const unsigned user_;
};

} // namespace lockstep::frontend
