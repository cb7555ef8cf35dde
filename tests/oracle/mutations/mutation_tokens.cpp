// See mutation_tokens.h.
#include "tests/oracle/mutations/mutation_tokens.h"

#include <algorithm>
#include <cctype>

namespace lockstep::oracle {

bool in_name(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

namespace {

class Tokens {
public:
  Tokens(const std::string &text, TextKind kind) : text_(text), ir_(kind == TextKind::Ir) {
    std::size_t i = 0;
    while (i < text.size())
      i = next(i);
  }
  std::vector<Token> all;

private:
  bool starts(std::size_t i, std::string_view what) const { return text_.compare(i, what.size(), what) == 0; }
  std::size_t line_end(std::size_t i) const { return std::min(text_.find('\n', i), text_.size()); }

  std::size_t next(std::size_t i) {
    const char c = text_[i];
    if (ir_ && c != ';' && (i == 0 || text_[i - 1] == '\n') && !starts(i, "  "))
      return line_end(i) + 1; // no statement: what is declared, and labels
    if (ir_ ? c == ';' : starts(i, "//") || c == '#')
      return comment(i, line_end(i));
    if (starts(i, "/*"))
      return std::min(text_.find("*/", i + 2), text_.size() - 2) + 2;
    if (c == '"' || c == '\'') {
      const std::size_t end = text_.find(c, i + 1);
      return end == std::string::npos ? text_.size() : literal(i, end + 1);
    }
    if (in_name(c)) {
      std::size_t end = i;
      while (end < text_.size() && in_name(text_[end]))
        ++end;
      all.push_back(
          {std::isdigit(static_cast<unsigned char>(c)) != 0 ? TokenKind::Number : TokenKind::Name, i, end - i});
      return end;
    }
    if (std::isspace(static_cast<unsigned char>(c)) == 0) {
      const bool two = starts(i, "<=") || starts(i, ">=") || starts(i, "==") || starts(i, "!=") || starts(i, "&&") ||
                       starts(i, "||") || starts(i, "<<") || starts(i, ">>") || starts(i, "+=") || starts(i, "-=") ||
                       starts(i, "++") || starts(i, "--");
      all.push_back({TokenKind::Sign, i, two ? 2U : 1U});
      return i + (two ? 2 : 1);
    }
    return i + 1;
  }

  std::size_t literal(std::size_t i, std::size_t end) {
    const std::size_t line = text_.rfind('\n', i) + 1; // npos + 1 is 0
    const std::string_view before = std::string_view(text_).substr(line, i - line);
    if (ir_ && before.ends_with("syncscope("))
      all.push_back({TokenKind::Name, i, end - i});
    else if (!ir_ && before.find("asm") != std::string_view::npos)
      numbers(i, end, false);
    return end;
  }

  std::size_t comment(std::size_t i, std::size_t end) {
    if (starts(i, ir_ ? ";--" : "//--"))
      numbers(i, end, true);
    return end;
  }

  void numbers(std::size_t i, std::size_t end, bool option) {
    for (std::size_t k = i; k < end; ++k)
      if (std::isdigit(static_cast<unsigned char>(text_[k])) != 0 && !in_name(text_[k - 1])) {
        const std::size_t from = k;
        while (k < end && std::isdigit(static_cast<unsigned char>(text_[k])) != 0)
          ++k;
        all.push_back({TokenKind::Number, from, k - from, option});
      }
  }

  const std::string &text_;
  const bool ir_;
};

} // namespace

std::vector<Token> tokens(const std::string &text, TextKind kind) { return Tokens(text, kind).all; }

const std::vector<Family> &families() {
  static const std::vector<Family> all = {
      {"memory_order_relaxed", "memory_order_acquire", "memory_order_release", "memory_order_acq_rel",
       "memory_order_seq_cst"},
      {"__ATOMIC_RELAXED", "__ATOMIC_ACQUIRE", "__ATOMIC_RELEASE", "__ATOMIC_ACQ_REL", "__ATOMIC_SEQ_CST"},
      {"thread_scope_block", "thread_scope_device", "thread_scope_system", "thread_scope_thread"},
      {"memory_scope_work_item", "memory_scope_sub_group", "memory_scope_work_group", "memory_scope_device"},
      {"__HIP_MEMORY_SCOPE_WORKGROUP", "__HIP_MEMORY_SCOPE_AGENT", "__HIP_MEMORY_SCOPE_WAVEFRONT"},
      {"CLK_LOCAL_MEM_FENCE", "CLK_GLOBAL_MEM_FENCE"},
      {"__threadfence", "__threadfence_block", "__threadfence_system"},
      {"__syncthreads", "__syncwarp"},
      {"atomicAdd", "atomicExch", "atomicMax", "atomicOr", "atomicSub"},
      {"atomicInc", "atomicAdd", "atomicDec"},
      {"compare_exchange_strong", "compare_exchange_weak"},
      {"atomic_compare_exchange_strong", "atomic_compare_exchange_weak"},
      {"x", "y", "z"},
      {"threadIdx", "blockIdx"},
      {"blockDim", "gridDim"},
      {"get_local_id", "get_global_id", "get_group_id"},
      {"int", "unsigned", "short", "char", "long"},
      {"monotonic", "acquire", "release", "acq_rel", "seq_cst"},
      {"\"workgroup\"", "\"agent\"", "\"wavefront\"", "\"singlethread\"", "\"workgroup-one-as\"", "\"agent-one-as\""},
      {"\"block\"", "\"device\"", "\"singlethread\""},
      {"nsw", "nuw"},
      {"and", "or", "xor"},
      {"add", "sub", "mul", "and", "or", "shl", "lshr", "udiv", "urem"},
      {"eq", "ne", "slt", "sle", "ult", "ule", "sgt", "sge", "ugt"},
      {"__popc", "__popcll", "__ffs"},
      {"__any_sync", "__all_sync", "__ballot_sync"},
      {"__shfl_sync", "__shfl_xor_sync", "__shfl_down_sync", "__shfl_up_sync"},
      {"max", "min"},
      {"return", "continue", "break"},
  };
  return all;
}

} // namespace lockstep::oracle
