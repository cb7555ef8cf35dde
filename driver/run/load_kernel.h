// The kernel that `lockstep run` executes, from a source, a text of a kernel, or a program for warps (.simt).
#pragma once

#include "driver/options/options.h"
#include "semantics/simt/program/program.h"
#include "support/diagnostic.h"
#include "support/result.h"
#include "support/source_texts.h"

#include <optional>

namespace lockstep::driver {

// Of the first input. Settles the options with what the file's header says, and the launch; `program`: the text's, if
// it is one for warps.
support::Result<cfg::Kernel> load_kernel(Options &options, cfg::Launch &launch,
                                         std::optional<semantics::simt::Program> &program, support::SourceTexts &texts,
                                         support::Diagnostics &diags);

} // namespace lockstep::driver
