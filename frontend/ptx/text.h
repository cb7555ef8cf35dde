// The text of inline PTX, as LLVM keeps it, taken apart: instructions with their modifiers and operands. It knows the
// form of PTX, not its instructions (instructions.def). Tested by tests/unit/frontend/test_ptx.cpp.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace lockstep::frontend {

struct PtxOperand {
  enum class Kind : std::uint8_t {
    Argument, // $0: of the inline assembly
    Register, // declared by .reg
    Special,  // %tid.x
    Number,   // 16, 0xff
    Float,    // 0f3f800000, 0d...: its bits
    Address,  // [part + number]
    Pack,     // {part, part}
    Nothing,  // _
    Name      // anything else with a name: a label, a variable
  };
  Kind kind = Kind::Nothing;
  std::uint64_t number = 0; // Argument, Register: which; Number, Float: the value; Address: what is added
  std::string name;         // of a special register, without '%'; of a Name; the type of a Register
  bool negated = false;     // !p
  std::vector<PtxOperand> parts;
};

struct PtxInstruction {
  std::string text;                   // "ld.global.nc.u32"
  std::string name;                   // "ld"
  std::vector<std::string> modifiers; // "global", "nc", "u32"
  std::vector<PtxOperand> operands;
  std::optional<PtxOperand> guard; // @p, @!p
};

struct PtxText {
  std::vector<PtxInstruction> instructions;
  std::vector<std::string> registers; // by number: the type, "b32"
  std::string refused;                // not empty: what could not be read, in its own spelling
};

// `$$` is a dollar sign, `$0` and `${0:x}` are operands, as in llvm::InlineAsm.
PtxText parse_ptx(std::string_view text);

} // namespace lockstep::frontend
