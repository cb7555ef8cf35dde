// See own_declarations.h.
#include "frontend/setup/own_declarations.h"

#include "frontend/setup/headers.h"

#include "clang/AST/ASTContext.h"
#include "clang/Basic/SourceManager.h"

namespace lockstep::frontend {

bool is_of_our_headers(const clang::Decl &d) {
  const clang::SourceManager &sources = d.getASTContext().getSourceManager();
  const auto file = sources.getFileEntryRefForID(sources.getFileID(sources.getExpansionLoc(d.getLocation())));
  return file && file->getName().starts_with(own_header_dir);
}

} // namespace lockstep::frontend
