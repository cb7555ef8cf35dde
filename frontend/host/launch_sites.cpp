// Launches in host code: see launch_sites.h.
#include "frontend/host/launch_sites.h"

#include "frontend/host/buffer_groups.h"
#include "frontend/host/called_functions.h"
#include "frontend/host/expression_effects.h"
#include "frontend/host/site_conditions.h"
#include "frontend/host/values.h"
#include "support/sound.h"

#include "clang/AST/Attr.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/Mangle.h"
#include "clang/Basic/SourceManager.h"

#include <algorithm>

namespace lockstep::frontend {
namespace {

class SiteReader {
public:
  SiteReader(const HostConstants &numbers, CalledFunctions &functions, const LostNames &lost)
      : numbers_(numbers), context_(numbers.context()), functions_(functions), lost_(lost), paths_(lost) {
    add_calls_through_parameters(functions_, lost_);
  }

  LaunchSites run(const AskOutside &ask) {
    LaunchSites out;
    if (ask)
      if (const std::vector<OutsideFunction> uncalled = uncalled_functions(); !uncalled.empty())
        outside_ = ask(uncalled);
    for (const auto &[pointer, known] : functions_.pointers)
      for (const clang::FunctionDecl *kernel : known.kernels) // it may go elsewhere
        functions_.other_mentions[kernel->getCanonicalDecl()] +=
            known.other_mentions != 0 || lost_.has(*pointer) ? 1 : 0;
    for (const auto &[decl, function] : functions_.functions)
      for (const HostLaunch &launch : function.launches)
        for (const HostLaunch &one : of_kernels(launch))
          read(one, *decl, out[one.kernel->getCanonicalDecl()]);
    for (auto &[kernel, sites] : out)
      finish(kernel, sites);
    for (auto &[kernel, sites] : out) // through a pointer, or in lost text: any launch
      if (functions_.other_mentions[kernel] != 0 || lost_.has(*kernel))
        sites.push_back({});
    for (auto &[kernel, sites] : out)
      for (LaunchSite &site : sites)
        site.unreached = unreached_[kernel].origins;
    return out;
  }

  OutsideCallers calls_of(const std::vector<OutsideFunction> &functions) {
    OutsideCallers out;
    std::map<std::string, const clang::FunctionDecl *> declared; // and called
    for (const auto &[f, calls] : functions_.calls)
      declared.emplace(symbol(*f), f);
    for (const auto &[f, count] : functions_.other_mentions)
      declared.emplace(symbol(*f), f);
    for (const OutsideFunction &f : functions) {
      const auto known = declared.find(f.symbol);
      if (known == declared.end() || known->second->isDefined()) {
        if (known == declared.end() && lost_.has(f.name, context_))
          out[f.symbol].all = false;
        continue; // it has its own
      }
      OutsideCalls &all = out[f.symbol];
      for (Path &path : paths_to(*known->second, 1)) {
        all.all = all.all && path.from.known();
        if (path.from.known())
          all.calls.push_back(outward(*known->second, std::move(path)));
      }
    }
    return out;
  }

private:
  struct Unreached {
    std::vector<support::Origin> origins;
    std::vector<LaunchSite> otherwise; // the launches, whoever calls the functions that they are in
  };

  void read(const HostLaunch &launch, const clang::FunctionDecl &decl, std::vector<LaunchSite> &out) {
    bool reached = false;
    Unreached &never = unreached_[launch.kernel->getCanonicalDecl()];
    const std::size_t before = never.origins.size();
    for (Path &path : paths_to(decl, 0)) {
      for (LaunchSite &s : sites(launch, decl, std::move(path))) {
        const bool now = settle_conditions(s);
        reached = reached || now;
        if (now)
          out.push_back(std::move(s));
        else
          never.origins.push_back(s.origin);
      }
    }
    if (reached || never.origins.size() == before)
      return;
    for (LaunchSite &s : sites(launch, decl, Path{}))
      if (settle_conditions(s))
        never.otherwise.push_back(std::move(s));
  }

  // A kernel that no launch reaches is judged as it is launched, whoever calls that; else as one that nobody launches.
  void finish(const clang::FunctionDecl *kernel, std::vector<LaunchSite> &sites) {
    if (sites.empty())
      sites = unreached_[kernel].otherwise;
    std::stable_sort(sites.begin(), sites.end(), [](const LaunchSite &a, const LaunchSite &b) {
      return a.origin.place().line < b.origin.place().line;
    });
    if (sites.empty())
      sites.emplace_back();
  }

  static constexpr unsigned longest_path = 4;
  static constexpr std::size_t most_paths = 8;

  // A launch through a pointer, for each kernel once that it may point to.
  std::vector<HostLaunch> of_kernels(const HostLaunch &launch) const {
    if (launch.kernel)
      return {launch};
    std::vector<HostLaunch> out;
    for (const clang::FunctionDecl *kernel : functions_.pointers.at(launch.through).kernels)
      if (std::none_of(out.begin(), out.end(), [&](const HostLaunch &l) {
            return l.kernel->getCanonicalDecl() == kernel->getCanonicalDecl();
          })) {
        out.push_back(launch);
        out.back().kernel = kernel;
      }
    return out;
  }

  struct Path { // of calls, to a function
    HostCall call;
    support::Origin from; // the last call, and those that lead to it
    std::string asks;     // LaunchSite's
  };

  // Every way in which the file calls the function; one that says nothing, if it does not, or in too many ways.
  // `only`: no other call counts.
  std::vector<Path> paths_to(const clang::FunctionDecl &f, unsigned length, const clang::CallExpr *only = nullptr) {
    const std::vector<Path> unknown(1);
    const auto calls = functions_.calls.find(f.getCanonicalDecl());
    if (f.getNumParams() == 0 || length >= longest_path || lost_.has(f) || calls_itself(f))
      return unknown;
    if (calls == functions_.calls.end())
      return called_otherwise(f) ? unknown : from_outside(f);
    std::vector<Path> out;
    if (!only && called_otherwise(f))
      out = unknown;
    for (const auto &[call, caller, passing] : calls->second) {
      if (only && call != only)
        continue;
      for (Path &path : paths_to(*caller, length + 1, passing)) {
        if (out.size() >= most_paths)
          return unknown;
        const bool effects = parts_have_effects(*call);
        const std::vector<const clang::Expr *> arguments = arguments_of(*call);
        const Facts *facts = facts_at(*call, *caller);
        HostValues values(numbers_, lost_, paths_.unchanged(*caller), path.call, effects, facts != nullptr);
        values.learn(facts ? *facts : Facts(), paths_);
        HostCall passed;
        for (unsigned i = 0; lost_.keeps_types(*caller) && i < f.getNumParams() && i < arguments.size(); ++i)
          values.pass(*f.getParamDecl(i), *arguments[i], passed);
        passed.conditions = std::move(path.call.conditions);
        passed.names = std::move(path.call.names);
        passed.choices = std::move(path.call.choices);
        passed.names.forget(); // another activation, and globals may change on the way
        path.call = std::move(passed);
        path.from = origin(*call, path.from);
        out.push_back(std::move(path));
      }
    }
    return out;
  }

  // By code that names it otherwise, or that the compiler makes: operators of members, of what a range or a coroutine
  // is made of, of what a library's text is given.
  bool called_otherwise(const clang::FunctionDecl &f) {
    auto *method = llvm::dyn_cast<clang::CXXMethodDecl>(&f);
    return functions_.aliases || functions_.other_mentions[f.getCanonicalDecl()] != 0 || f.isMain() ||
           f.hasAttr<clang::ConstructorAttr>() || f.hasAttr<clang::DestructorAttr>() ||
           (method && method->isVirtual()) || f.isOverloadedOperator();
  }
  // Directly, or through others: no chain of calls says all that its parameters may be, as each goes on with one more.
  bool calls_itself(const clang::FunctionDecl &f) {
    std::vector<const clang::FunctionDecl *> queue = {f.getCanonicalDecl()};
    std::set<const clang::FunctionDecl *> met;
    while (!queue.empty()) {
      const auto calls = functions_.calls.find(queue.back());
      queue.pop_back();
      if (calls == functions_.calls.end())
        continue;
      for (const CallSite &call : calls->second)
        if (const clang::FunctionDecl *caller = call.caller->getCanonicalDecl(); met.insert(caller).second)
          queue.push_back(caller);
    }
    return support::unsound("launch_sites.recursion", met.count(f.getCanonicalDecl()) != 0);
  }
  static bool parts_have_effects(const clang::CallExpr &call) {
    return has_effects(*call.getCallee()) ||
           std::any_of(call.arg_begin(), call.arg_end(), [](const clang::Expr *e) { return has_effects(*e); });
  }

  // --- other files ----------------------------------------------------------------------------------------

  std::string symbol(const clang::FunctionDecl &f) {
    return f.isDependentContext() || !f.getDeclName().isIdentifier() ? std::string() : symbols_.getName(&f);
  }
  // Those that other files may call, none in this one does, and that lead to launches.
  std::vector<OutsideFunction> uncalled_functions() {
    std::vector<OutsideFunction> out;
    std::vector<const clang::FunctionDecl *> queue;
    std::set<const clang::FunctionDecl *> met;
    for (const auto &[f, function] : functions_.functions)
      if (!function.launches.empty())
        queue.push_back(f);
    while (!queue.empty()) {
      const clang::FunctionDecl *f = queue.back();
      queue.pop_back();
      if (!met.insert(f->getCanonicalDecl()).second)
        continue;
      const auto calls = functions_.calls.find(f->getCanonicalDecl());
      if (calls != functions_.calls.end())
        for (const CallSite &call : calls->second)
          queue.push_back(call.caller);
      else if (f->isExternallyVisible() && f->getNumParams() != 0 && !f->isTemplateInstantiation())
        if (const std::string s = symbol(*f); !s.empty())
          out.push_back({s, f->getNameAsString()});
    }
    return out;
  }
  std::vector<Path> from_outside(const clang::FunctionDecl &f) {
    std::vector<Path> out;
    const auto known = outside_.empty() ? outside_.end() : outside_.find(symbol(f));
    if (known != outside_.end())
      for (const OutsideCall &call : known->second.calls) {
        Path path;
        for (const OutsideCall::Value &v : call.values)
          if (v.parameter < f.getNumParams())
            if (const auto part = part_of(*f.getParamDecl(v.parameter), v.field))
              path.call.values[*part] = v.value;
        path.call.names = call.names;
        path.call.conditions = call.conditions;
        path.from = call.from;
        path.asks = call.asks;
        out.push_back(std::move(path));
      }
    if (out.empty() || support::unsound("outside_calls.all", !known->second.all) || out.size() > most_paths)
      return std::vector<Path>(1);
    return out;
  }
  static std::optional<HostPart> part_of(const clang::ParmVarDecl &p, int field) {
    if (field < 0)
      return HostPart{&p, whole_variable};
    const clang::CXXRecordDecl *record = p.getType().getNonReferenceType()->getAsCXXRecordDecl();
    if (is_its_fields(record))
      for (const clang::FieldDecl *f : record->fields())
        if (f->getFieldIndex() == static_cast<unsigned>(field))
          return HostPart{&p, f};
    return std::nullopt;
  }
  static OutsideCall outward(const clang::FunctionDecl &f, Path path) {
    OutsideCall out;
    for (unsigned i = 0; i < f.getNumParams(); ++i)
      for (const auto &[part, value] : path.call.values)
        if (part.first == f.getParamDecl(i) && value)
          out.values.push_back({i, part.second ? static_cast<int>(part.second->getFieldIndex()) : -1, value});
    out.names = std::move(path.call.names);
    out.conditions = std::move(path.call.conditions);
    out.from = std::move(path.from);
    return out;
  }

  // Null: nothing is known of the way there.
  const Facts *facts_at(const clang::CallExpr &call, const clang::FunctionDecl &around) {
    const PathFacts &all = paths_.of(around);
    const auto known = all.at.find(&call);
    return known == all.at.end() ? nullptr : &known->second;
  }

  support::Origin origin(const clang::Expr &e, const support::Origin &from) const {
    const clang::SourceManager &sources = context_.getSourceManager();
    const auto at = sources.getPresumedLoc(sources.getExpansionLoc(e.getBeginLoc()));
    return at.isValid() ? support::Origin({at.getFilename(), at.getLine(), at.getColumn()}, from) : support::Origin();
  }

  std::vector<LaunchSite> sites(const HostLaunch &launch, const clang::FunctionDecl &function, Path path) {
    const clang::CallExpr &call = *launch.call;
    auto *chevrons = llvm::dyn_cast<clang::CUDAKernelCallExpr>(&call);
    const bool around = chevrons && parts_have_effects(*chevrons->getConfig());
    const bool effects = has_effects(*launch.grid) || has_effects(*launch.block) ||
                         support::unsound("launch_sites.effects", around || parts_have_effects(call));
    const Facts *facts = facts_at(call, function);
    HostValues values(numbers_, lost_, paths_.unchanged(function), path.call, effects, facts != nullptr);
    values.learn(facts ? *facts : Facts(), paths_);
    LaunchSite out;
    out.origin = origin(call, path.from);
    const bool types = lost_.keeps_types(function);
    if (types) {
      out.grid = values.sizes(*launch.grid);
      out.block = values.sizes(*launch.block);
    }
    say_what_is_lost(launch, out);
    const std::vector<std::string> names = parameters(*launch.kernel);
    BufferGroups groups(context_, effects);
    for (unsigned i = 0; launch.arguments && i < call.getNumArgs() && i < names.size(); ++i) {
      LaunchSite::Argument a;
      a.parameter = names[i];
      const clang::Expr &given = *call.getArg(i);
      if (launch.kernel->getParamDecl(i)->getType()->isPointerType()) {
        const HostBuffer b = values.buffer(given);
        if (b.null) {
          a.null = true;
          out.arguments.push_back(std::move(a));
          continue;
        }
        groups.add(given, b, lost_.in(given), a);
      } else if (types) {
        a.value = values.value(given);
      }
      out.arguments.push_back(std::move(a));
    }
    out.asks = path.asks;
    out.conditions = path.call.conditions;
    out.names = path.call.names.names();
    out.definitions = path.call.names.definitions();
    return chosen(std::move(out), path.call.choices);
  }

  // A group's size of 0 behind lost text is the next argument's: that text stands for several.
  static void say_what_is_lost(const HostLaunch &launch, LaunchSite &out) {
    const bool lost_grid = launch.grid->containsErrors(), lost_block = launch.block->containsErrors();
    const auto known = [](const HostSizes &of) { return of[0] && of[1] && of[2]; };
    const bool shifted = lost_grid && is_in_the_open(*launch.grid) && known(out.block) &&
                         llvm::any_of(out.block, [](const cfg::Expr &e) { return cfg::is_const(e, 0); });
    if (shifted)
      out.block = {};
    out.lost_part = lost_grid && is_in_the_open(*launch.grid) && known(out.block);
    const auto lost = [](const clang::Expr &e) { return support::sound("launch_sites.lost", is_lost_alone(e)); };
    out.lost_sizes = (lost_grid || lost_block) && (lost_grid ? lost(*launch.grid) : known(out.grid)) &&
                     (lost_block ? lost(*launch.block) : shifted || known(out.block));
  }

  // Lost text that nothing encloses, so that commas in it would be the launch's.
  static bool is_in_the_open(const clang::Expr &e) {
    const clang::Expr &whole = *e.IgnoreImplicit();
    return is_lost_alone(whole) ||
           llvm::isa<clang::BinaryOperator, clang::UnaryOperator, clang::ConditionalOperator>(whole) ||
           (llvm::isa<clang::RecoveryExpr>(whole) && whole.getType()->isDependentType());
  }

  // A call of a name that is not declared, with numbers. Sound because no word of what does compile says what it stands
  // for, and the result lists what is assumed of it (launch/resolve.cpp).
  static bool is_lost_alone(const clang::Expr &e) {
    const auto *r = llvm::dyn_cast<clang::RecoveryExpr>(e.IgnoreImplicit());
    if (r == nullptr || !r->getType()->isDependentType() || r->subExpressions().empty())
      return false;
    const auto *name = llvm::dyn_cast<clang::UnresolvedLookupExpr>(r->subExpressions().front());
    return name != nullptr && name->getNumDecls() == 0 && !name->hasExplicitTemplateArgs() &&
           llvm::all_of(r->subExpressions().drop_front(), [](const clang::Expr *argument) {
             return argument->getType()->isArithmeticType() || is_lost_alone(*argument);
           });
  }

  // As the definition names them; empty where two have one name.
  static std::vector<std::string> parameters(const clang::FunctionDecl &kernel) {
    const clang::FunctionDecl *definition = kernel.getDefinition();
    std::map<std::string, int> count;
    std::vector<std::string> out;
    for (const clang::ParmVarDecl *p : (definition ? *definition : kernel).parameters()) {
      out.push_back(definition ? p->getNameAsString() : "");
      ++count[out.back()];
    }
    for (std::string &name : out)
      if (count[name] > 1)
        name.clear();
    return out;
  }

  const HostConstants &numbers_;
  const clang::ASTContext &context_;
  CalledFunctions &functions_;
  const LostNames &lost_;
  PathReader paths_;
  clang::ASTNameGenerator symbols_{const_cast<clang::ASTContext &>(context_)};
  OutsideCallers outside_;
  std::map<const clang::FunctionDecl *, Unreached> unreached_; // by the kernel
};

} // namespace

LaunchSites launch_sites(const clang::ASTContext &context, std::vector<clang::Decl *> top, const LostNames &lost,
                         const AskOutside &ask) {
  if (lost.everything())
    return {};
  CalledFunctions functions = called_functions(top);
  const HostConstants numbers(context, top);
  return SiteReader(numbers, functions, lost).run(ask);
}

OutsideCallers calls_of(const clang::ASTContext &context, std::vector<clang::Decl *> top, const LostNames &lost,
                        const std::vector<OutsideFunction> &asked) {
  CalledFunctions functions = called_functions(top);
  if (!lost.everything()) {
    const HostConstants numbers(context, top);
    return SiteReader(numbers, functions, lost).calls_of(asked);
  }
  OutsideCallers out;
  for (const OutsideFunction &f : asked)
    out[f.symbol].all = false;
  return out;
}

} // namespace lockstep::frontend
