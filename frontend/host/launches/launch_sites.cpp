// Launches in host code: see launch_sites.h.
#include "frontend/host/launches/launch_sites.h"

#include "frontend/host/effects/expression_effects.h"
#include "frontend/host/facts/path_facts.h"
#include "frontend/host/launches/buffer_groups.h"
#include "frontend/host/launches/call_paths.h"
#include "frontend/host/launches/called_functions.h"
#include "frontend/host/launches/linked_functions.h"
#include "frontend/host/launches/site_conditions.h"
#include "frontend/host/values/values.h"
#include "support/sound.h"

#include "clang/AST/ExprCXX.h"

#include <algorithm>

namespace lockstep::frontend {
namespace {

// A call of a name that is not declared, with numbers. Sound because no word of what does compile says what it stands
// for, and the result lists what is assumed of it (launch/resolve.cpp).
bool is_lost_alone(const clang::Expr &e) {
  const auto *r = llvm::dyn_cast<clang::RecoveryExpr>(e.IgnoreImplicit());
  if (r == nullptr || !r->getType()->isDependentType() || r->subExpressions().empty())
    return false;
  const auto *name = llvm::dyn_cast<clang::UnresolvedLookupExpr>(r->subExpressions().front());
  return name != nullptr && name->getNumDecls() == 0 && !name->hasExplicitTemplateArgs() &&
         llvm::all_of(r->subExpressions().drop_front(), [](const clang::Expr *argument) {
           return argument->getType()->isArithmeticType() || is_lost_alone(*argument);
         });
}

// Lost text that nothing encloses, so that commas in it would be the launch's.
bool is_in_the_open(const clang::Expr &e) {
  const clang::Expr &whole = *e.IgnoreImplicit();
  return is_lost_alone(whole) ||
         llvm::isa<clang::BinaryOperator, clang::UnaryOperator, clang::ConditionalOperator>(whole) ||
         (llvm::isa<clang::RecoveryExpr>(whole) && whole.getType()->isDependentType());
}

// A group's size of 0 behind lost text is the next argument's: that text stands for several.
void say_what_is_lost(const HostLaunch &launch, LaunchSite &out) {
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

// As the definition names them; empty where two have one name.
std::vector<std::string> parameter_names(const clang::FunctionDecl &kernel) {
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

class SiteReader {
public:
  SiteReader(const HostConstants &numbers, CalledFunctions &functions, const LostNames &lost)
      : numbers_(numbers), context_(numbers.context()), functions_(functions), lost_(lost), reader_(lost),
        linked_(context_, functions), paths_(numbers, functions, lost, reader_, linked_) {
    add_calls_through_parameters(functions_, lost_);
  }

  LaunchSites run(const AskOutside &ask) {
    LaunchSites out;
    if (ask)
      if (const std::vector<OutsideFunction> uncalled = linked_.uncalled(); !uncalled.empty())
        linked_.learn(ask(uncalled));
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
      declared.emplace(linked_.symbol(*f), f);
    for (const auto &[f, count] : functions_.other_mentions)
      declared.emplace(linked_.symbol(*f), f);
    for (const OutsideFunction &f : functions) {
      const auto known = declared.find(f.symbol);
      if (known == declared.end() || known->second->isDefined()) {
        if (known == declared.end() && lost_.has(f.name, context_))
          out[f.symbol].all = false;
        continue; // it has its own
      }
      OutsideCalls &all = out[f.symbol];
      for (CallPath &path : paths_.to(*known->second, 1)) {
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
    for (CallPath &path : paths_.to(decl, 0)) {
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
    for (LaunchSite &s : sites(launch, decl, CallPath{}))
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

  std::vector<LaunchSite> sites(const HostLaunch &launch, const clang::FunctionDecl &function, CallPath path) {
    const clang::CallExpr &call = *launch.call;
    auto *chevrons = llvm::dyn_cast<clang::CUDAKernelCallExpr>(&call);
    const bool around = chevrons && parts_have_effects(*chevrons->getConfig());
    const bool effects = has_effects(*launch.grid) || has_effects(*launch.block) ||
                         support::unsound("launch_sites.effects", around || parts_have_effects(call));
    const Facts *facts = reader_.facts_at(call, function);
    HostValues values(numbers_, lost_, reader_.unchanged(function), path.call, effects, facts != nullptr);
    values.learn(facts ? *facts : Facts(), reader_);
    LaunchSite out;
    out.origin = call_origin(call, context_, path.from);
    const bool types = lost_.keeps_types(function);
    if (types) {
      out.grid = values.sizes(*launch.grid);
      out.block = values.sizes(*launch.block);
    }
    say_what_is_lost(launch, out);
    const std::vector<std::string> names = parameter_names(*launch.kernel);
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

  const HostConstants &numbers_;
  const clang::ASTContext &context_;
  CalledFunctions &functions_;
  const LostNames &lost_;
  PathReader reader_;
  LinkedFunctions linked_;
  CallPaths paths_;
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
