// Look-up of known functions: see intrinsics.h. The rows stand in intrinsics.def.
#include "frontend/builtins/intrinsics.h"

#include "frontend/lower/handlers.h"
#include "support/sound.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Demangle/Demangle.h"
#include "llvm/IR/Constants.h"

#include <cstdlib>
#include <memory>
#include <unordered_map>

namespace lockstep::frontend {

namespace {
constexpr Intrinsic rows[] = {
#define INTRINSIC(name, from, signature, handler, detail)                                                              \
  {name, Declared::from, signature, handlers::handler, static_cast<int>(detail)},
#include "frontend/builtins/intrinsics.def"
};

bool matches(std::string_view pattern, std::string_view name) {
  return pattern.back() == '*' && name.substr(0, pattern.size() - 1) == pattern.substr(0, pattern.size() - 1);
}

// "(int, float vector[4])" in its parts.
std::vector<std::string> split_params(std::string_view text) {
  std::vector<std::string> out;
  int depth = 0;
  std::string current;
  for (char c : text.substr(1, text.size() < 2 ? 0 : text.size() - 2)) {
    depth += c == '(' || c == '<' || c == '[' ? 1 : c == ')' || c == '>' || c == ']' ? -1 : 0;
    if (c == ',' && depth == 0) {
      out.push_back(std::move(current));
      current.clear();
    } else if (c != ' ' || !current.empty()) {
      current += c;
    }
  }
  if (!current.empty())
    out.push_back(std::move(current));
  return out;
}

template <typename Get> std::string demangled_part(Get &&get) {
  std::size_t size = 0;
  std::unique_ptr<char, void (*)(void *)> text(get(&size), std::free);
  return text ? std::string(text.get()) : std::string();
}
} // namespace

namespace {
bool is_kind(char kind, const llvm::Type *t) {
  switch (kind) {
  case 'v': return t->isVoidTy();
  case 'i': return t->isIntegerTy();
  case 'n': return t->isIntegerTy() || t->isFloatingPointTy();
  case 'p': return t->isPointerTy();
  default: return kind == 'x';
  }
}

// "n(pn)"
bool has_form(const llvm::FunctionType &type, std::string_view form) {
  std::size_t open = form.find('(');
  std::string_view params = form.substr(open + 1, form.size() - open - 2);
  bool more = !params.empty() && params.back() == '*';
  if (more)
    params.remove_suffix(1);
  if (!is_kind(form[0], type.getReturnType()) || type.getNumParams() < params.size() ||
      (!more && (type.getNumParams() > params.size() || type.isVarArg())))
    return false;
  for (std::size_t k = 0; k < params.size(); ++k)
    if (!is_kind(params[k], type.getParamType(static_cast<unsigned>(k))))
      return false;
  return true;
}

bool has_signature(const llvm::FunctionType &type, std::string_view signature) {
  while (!signature.empty()) {
    std::size_t end = signature.find('|');
    if (has_form(type, signature.substr(0, end)))
      return true;
    signature.remove_prefix(end == std::string_view::npos ? signature.size() : end + 1);
  }
  return false;
}
} // namespace

const Intrinsic *find_intrinsic(const llvm::Function *f) {
  Declared from = f && f->isDeclaration() ? declared(*f) : Declared::ByUser;
  if (from == Declared::ByUser || from == Declared::AsFunction)
    return nullptr;
  const std::string name = demangle_symbol(f->getName()).name;
  auto find = [&](auto &&has_name) -> const Intrinsic * {
    for (const Intrinsic &row : rows)
      if (row.from == from && has_name(row.name) &&
          support::sound("intrinsics.signature",
                         from == Declared::OpenCl || has_signature(*f->getFunctionType(), row.signature)))
        return &row;
    return nullptr;
  };
  const Intrinsic *exact = find([&](std::string_view row) { return row == name; });
  return exact ? exact : find([&](std::string_view row) { return matches(row, name); });
}

bool is_builtin(const llvm::Function *f, std::string_view name) {
  const Intrinsic *row = f && f->getName().contains(name) ? find_intrinsic(f) : nullptr;
  return row && row->name == name;
}

Symbol demangle_symbol(std::string_view symbol) {
  Symbol out{std::string(symbol), {}};
  llvm::ItaniumPartialDemangler d;
  if (symbol.substr(0, 2) != "_Z" || d.partialDemangle(out.name.c_str()) || !d.isFunction())
    return out;
  std::string name = demangled_part([&](std::size_t *n) { return d.getFunctionBaseName(nullptr, n); });
  if (name.empty())
    return out;
  out.params = split_params(demangled_part([&](std::size_t *n) { return d.getFunctionParameters(nullptr, n); }));
  out.name = std::move(name);
  return out;
}

std::string readable(std::string_view symbol) { return llvm::demangle(symbol); }

std::string qualified_name(std::string_view symbol) {
  llvm::ItaniumPartialDemangler d;
  const std::string text(symbol);
  if (symbol.substr(0, 2) != "_Z" || d.partialDemangle(text.c_str()) || !d.isFunction())
    return text;
  const std::string name = demangled_part([&](std::size_t *n) { return d.getFunctionName(nullptr, n); });
  return name.empty() ? text : name;
}

namespace {
bool has_word(std::string_view text, std::string_view word) {
  for (std::size_t at = text.find(word); at != std::string_view::npos; at = text.find(word, at + 1)) {
    bool starts = at == 0 || (!llvm::isAlnum(text[at - 1]) && text[at - 1] != '_');
    std::size_t end = at + word.size();
    if (starts && (end == text.size() || (!llvm::isAlnum(text[end]) && text[end] != '_')))
      return true;
  }
  return false;
}
} // namespace

bool is_unsigned(std::string_view type) { return has_word(type, "unsigned") || has_word(type, "bool"); }

unsigned scalar_bytes(std::string_view type) {
  struct Row {
    std::string_view word;
    unsigned bytes;
  };
  static constexpr Row words[] = {{"char", 1},   {"bool", 1}, {"short", 2}, {"half", 2}, {"_Float16", 2},
                                  {"double", 8}, {"long", 8}, {"float", 4}, {"int", 4},  {"unsigned", 4}};
  for (const Row &row : words)
    if (has_word(type, row.word))
      return row.bytes;
  return 0;
}

bool copies_between_arguments(const llvm::CallBase &call) {
  const Intrinsic *row = find_intrinsic(call.getCalledFunction());
  return row && (row->handler == handlers::async_copy || row->handler == handlers::own_copy);
}

const llvm::Value *copied_bytes(const llvm::CallBase &call, unsigned argument) {
  const Intrinsic *row = find_intrinsic(call.getCalledFunction());
  return row && row->handler == handlers::own_copy && argument < 2 ? call.getArgOperand(2 + argument) : nullptr;
}

bool only_computes(const Intrinsic &known) {
  using H = decltype(known.handler);
  const std::array<H, 18> computing{handlers::geometry,         handlers::work_dim,    handlers::geometry_fixed,
                                    handlers::integer_function, handlers::bitselect,   handlers::select_builtin,
                                    handlers::any_all,          handlers::min_max,     handlers::clamp,
                                    handlers::convert,          handlers::reinterpret, handlers::float_op,
                                    handlers::float_compare,    handlers::float_class, handlers::math,
                                    handlers::vector_math,      handlers::any_value,   handlers::shuffle_builtin};
  return std::find(computing.begin(), computing.end(), known.handler) != computing.end();
}

bool allocates(const llvm::CallBase &call) {
  const Intrinsic *row = find_intrinsic(call.getCalledFunction());
  return row && row->handler == handlers::allocate;
}

bool frees(const llvm::CallBase &call) {
  const Intrinsic *row = find_intrinsic(call.getCalledFunction());
  return row && row->handler == handlers::free_memory;
}

std::array<bool, 3> asked_dimensions(const llvm::CallBase &call) {
  const Intrinsic *row = find_intrinsic(call.getCalledFunction());
  std::array<bool, 3> out{};
  if (row && row->handler == handlers::geometry_fixed)
    out[static_cast<std::size_t>(row->detail % 3)] = true;
  if (!row || row->handler != handlers::geometry)
    return out;
  if (call.arg_size() == 0) // a linear id, of as many dimensions as there are
    return out;
  const auto *d = llvm::dyn_cast<llvm::ConstantInt>(call.getArgOperand(0));
  if (!d)
    return {true, true, true};
  if (d->getValue().ult(3))
    out[d->getZExtValue()] = true;
  return out;
}

bool prints(const llvm::CallBase &call) {
  const Intrinsic *row = find_intrinsic(call.getCalledFunction());
  return row && row->handler == handlers::print;
}

AccessedScalar accessed_scalar(const llvm::CallBase &call, unsigned argument) {
  const llvm::Function *f = call.getCalledFunction();
  if (!f || f->isIntrinsic())
    return {};
  if (!find_intrinsic(f))
    return {};
  Symbol s = demangle_symbol(f->getName());
  if (llvm::StringRef(s.name).starts_with("__lockstep_atomic_")) {
    if (argument != 0 || call.arg_size() < 2)
      return {};
    llvm::Type *t = call.getArgOperand(1)->getType();
    return {static_cast<unsigned>(t->getPrimitiveSizeInBits().getFixedValue() / 8), t->isFloatingPointTy()};
  }
  if (argument >= s.params.size())
    return {};
  const std::string &type = s.params[argument];
  bool floating =
      has_word(type, "float") || has_word(type, "double") || has_word(type, "half") || has_word(type, "_Float16");
  return {scalar_bytes(type), floating};
}

} // namespace lockstep::frontend
