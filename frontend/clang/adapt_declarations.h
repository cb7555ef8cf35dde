// What Clang's declarations are given before anything else sees them. Internal to frontend/.
#pragma once

#include "clang/AST/ASTConsumer.h"
#include "clang/Basic/LangOptions.h"

#include <memory>

namespace lockstep::frontend {

// To hear of every declaration as it is parsed.
std::unique_ptr<clang::ASTConsumer> adapting_consumer(const clang::LangOptions &language);

} // namespace lockstep::frontend
