// See printed.h.
#include "frontend/builtins/printed.h"

#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/InstrTypes.h"

#include <algorithm>
#include <charconv>

namespace lockstep::frontend {

namespace {
constexpr std::string_view flags = "-+ #0'", lengths = "hljztLqI", conversions = "diouxXeEfFgGaAcspCS";

// Digits; nullopt: none.
std::optional<std::uint64_t> take_number(std::string_view &text) {
  std::uint64_t n = 0;
  auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), n);
  if (error != std::errc())
    return std::nullopt;
  text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  return n;
}

bool take(std::string_view &text, char c) {
  if (!text.starts_with(c))
    return false;
  text.remove_prefix(1);
  return true;
}
} // namespace

std::optional<std::vector<PrintedString>> printed_strings(std::string_view format, unsigned first) {
  std::vector<PrintedString> out;
  format = format.substr(0, format.find('\0'));
  for (unsigned next = first;;) {
    const std::size_t at = format.find('%');
    if (at == std::string_view::npos)
      return out;
    format.remove_prefix(at + 1);
    if (take(format, '%'))
      continue;
    while (!format.empty() && flags.find(format[0]) != std::string_view::npos)
      format.remove_prefix(1);
    PrintedString s{0, std::nullopt, std::nullopt};
    if (take(format, '*'))
      ++next;
    else
      take_number(format);
    if (take(format, '.')) {
      if (take(format, '*'))
        s.most_argument = next++;
      else
        s.most = take_number(format).value_or(0);
    }
    if (take(format, 'v')) // OpenCL: of a vector, which is one argument
      take_number(format);
    while (!format.empty() && lengths.find(format[0]) != std::string_view::npos)
      format.remove_prefix(1);
    if (format.empty() || conversions.find(format[0]) == std::string_view::npos)
      return std::nullopt;
    s.argument = next++;
    if (format[0] == 's' || format[0] == 'S')
      out.push_back(s);
    format.remove_prefix(1);
  }
}

Printed printed(const llvm::CallBase &print) {
  Printed out;
  llvm::StringRef format;
  if (print.arg_size() != 0 && llvm::getConstantStringInfo(print.getArgOperand(0), format))
    if (auto strings = printed_strings({format.data(), format.size()}, 1);
        strings && std::all_of(strings->begin(), strings->end(), [&](const PrintedString &s) {
          return s.argument < print.arg_size() && print.getArgOperand(s.argument)->getType()->isPointerTy() &&
                 (!s.most_argument || print.getArgOperand(*s.most_argument)->getType()->isIntegerTy());
        })) {
      out.known = true;
      out.strings = *std::move(strings);
      return out;
    }
  for (unsigned k = 0; k < print.arg_size(); ++k)
    if (print.getArgOperand(k)->getType()->isPointerTy())
      out.strings.push_back({k, std::nullopt, std::nullopt});
  return out;
}

} // namespace lockstep::frontend
