// Source excerpts under a message, as compilers show them: the line with its number, and a caret under the column.
#pragma once

#include "support/source_texts.h"

#include <string>

namespace lockstep::driver {

// "   12 |   sum[i] = 0;\n      |   ^\n"; empty where no text that was read has the line.
std::string excerpt(const support::SourceTexts &texts, const support::SourcePlace &place);

} // namespace lockstep::driver
