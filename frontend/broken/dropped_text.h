// Clang drops statements that name an invalid declaration, and says nothing, since it has complained of the
// declaration. Here is what is left held against the text. Internal to frontend/.
#pragma once

#include "frontend/broken/token_log.h"

#include "clang/AST/Decl.h"
#include "clang/AST/Stmt.h"
#include "clang/AST/StmtCXX.h"

namespace lockstep::frontend {

// Is text of this statement itself (not of those within it) missing in the syntax tree? Only for what was parsed: the
// branches that a template's instance discards are missing there, too, but an instance is made as a whole or not at
// all.
//
// Sound because all of a block's tokens belong to its statements or are semicolons and attributes between them, all
// parts of a loop's head that have tokens are there, an empty statement is a semicolon, and no initialiser stands
// behind a variable that has none.
bool lacks_text(const clang::VarDecl &v, const TokenLog &log, const clang::SourceManager &sources);
bool lacks_text(const clang::Stmt &s, const TokenLog &log, const clang::SourceManager &sources);

} // namespace lockstep::frontend
