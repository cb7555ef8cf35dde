// `compile` (frontend.h), with the lines that were compiled: for excerpts, whether it succeeds or not.
#pragma once

#include "frontend/frontend.h"
#include "support/source_texts.h"

namespace lockstep::frontend {

// `texts` gets the user's files, the file itself and what it includes, under the names that origins have; of LLVM IR
// nothing, whose debug information names files that are not read.
support::Result<Module> compile(const std::string &path, const Options &options, support::Diagnostics &diags,
                                support::SourceTexts &texts);

} // namespace lockstep::frontend
