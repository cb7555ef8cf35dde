// Launches in host code: see launch_sites.h.
#include "frontend/launch_sites.h"

#include "frontend/host_values.h"

#include "clang/AST/ExprCXX.h"
#include "clang/AST/RecursiveASTVisitor.h"
#include "clang/Basic/SourceManager.h"

#include <algorithm>

namespace lockstep::frontend {
namespace {

using Sites = std::map<const clang::FunctionDecl *, std::vector<LaunchSite>>;

struct Function {
  std::set<const clang::VarDecl *> constants;
  std::vector<const clang::CUDAKernelCallExpr *> launches;
};
struct CallSite {
  const clang::CallExpr *call;
  const clang::FunctionDecl *caller; // a definition
};

// The functions of a file, instances of templates included, with what they launch and whom they call.
class Functions : public clang::RecursiveASTVisitor<Functions> {
public:
  bool shouldVisitTemplateInstantiations() const { return true; }
  bool TraverseFunctionDecl(clang::FunctionDecl *f) { return within(f, &Functions::WalkUpToFunction); }
  bool TraverseCXXMethodDecl(clang::CXXMethodDecl *f) { return within(f, &Functions::WalkUpToMethod); }
  bool TraverseCXXConstructorDecl(clang::CXXConstructorDecl *f) { return within(f, &Functions::WalkUpToConstructor); }

  bool VisitCallExpr(clang::CallExpr *c) {
    if (!current_)
      return true;
    if (auto *launch = llvm::dyn_cast<clang::CUDAKernelCallExpr>(c))
      functions[current_].launches.push_back(launch);
    else if (const clang::FunctionDecl *f = c->getDirectCallee())
      calls[f->getCanonicalDecl()].push_back({c, current_});
    return true;
  }

  std::map<const clang::FunctionDecl *, Function> functions;          // definitions
  std::map<const clang::FunctionDecl *, std::vector<CallSite>> calls; // by the function called

private:
  bool WalkUpToFunction(clang::FunctionDecl *f) { return RecursiveASTVisitor::TraverseFunctionDecl(f); }
  bool WalkUpToMethod(clang::CXXMethodDecl *f) { return RecursiveASTVisitor::TraverseCXXMethodDecl(f); }
  bool WalkUpToConstructor(clang::CXXConstructorDecl *f) { return RecursiveASTVisitor::TraverseCXXConstructorDecl(f); }

  template <typename Decl> bool within(Decl *f, bool (Functions::*walk)(Decl *)) {
    const clang::FunctionDecl *around = current_;
    const bool body = f->isThisDeclarationADefinition() && f->hasBody() && !f->isDependentContext();
    current_ = body ? f : nullptr;
    const bool go_on = (this->*walk)(f);
    current_ = around;
    return go_on;
  }

  const clang::FunctionDecl *current_ = nullptr;
};

class Reader {
public:
  Reader(const clang::ASTContext &context, Functions &functions) : context_(context), functions_(functions) {}

  Sites run() {
    Sites out;
    for (auto &[decl, function] : functions_.functions)
      function.constants = constants_of(*decl);
    for (const auto &[decl, function] : functions_.functions)
      for (const clang::CUDAKernelCallExpr *launch : function.launches)
        for (Path &path : paths_to(*decl, 0))
          if (const clang::FunctionDecl *kernel = launch->getDirectCallee())
            out[kernel->getCanonicalDecl()].push_back(site(*launch, *kernel, function, std::move(path)));
    for (auto &[kernel, sites] : out)
      std::stable_sort(sites.begin(), sites.end(), [](const LaunchSite &a, const LaunchSite &b) {
        return a.origin.place().line < b.origin.place().line;
      });
    return out;
  }

private:
  static constexpr unsigned longest_path = 4;
  static constexpr std::size_t most_paths = 8;

  struct Path { // of calls, to a function
    HostCall call;
    support::Origin from; // the last call, and those that lead to it
  };

  // Every way in which the file calls the function; one that says nothing, if it does not, or in too many ways.
  std::vector<Path> paths_to(const clang::FunctionDecl &f, unsigned length) {
    const std::vector<Path> unknown(1);
    const auto calls = functions_.calls.find(f.getCanonicalDecl());
    if (calls == functions_.calls.end() || f.getNumParams() == 0 || length >= longest_path)
      return unknown;
    std::vector<Path> out;
    for (const auto &[call, caller] : calls->second) {
      const std::set<const clang::VarDecl *> &unchanged = constants(*caller);
      for (Path &path : paths_to(*caller, length + 1)) {
        if (out.size() >= most_paths)
          return unknown;
        HostValues values(context_, unchanged, path.call);
        HostCall passed;
        for (unsigned i = 0; i < f.getNumParams() && i < call->getNumArgs(); ++i) {
          const clang::ParmVarDecl *p = f.getParamDecl(i);
          passed.values[p] = values.value(*call->getArg(i));
          passed.sizes[p] = values.sizes(*call->getArg(i));
          passed.buffers[p] = values.buffer(*call->getArg(i));
        }
        passed.names = std::move(path.call.names);
        path.call = std::move(passed);
        path.from = origin(*call, path.from);
        out.push_back(std::move(path));
      }
    }
    return out;
  }

  const std::set<const clang::VarDecl *> &constants(const clang::FunctionDecl &f) {
    auto [it, fresh] = functions_.functions.try_emplace(&f);
    if (fresh)
      it->second.constants = constants_of(f);
    return it->second.constants;
  }

  support::Origin origin(const clang::Expr &e, const support::Origin &from) const {
    const clang::SourceManager &sources = context_.getSourceManager();
    const auto at = sources.getPresumedLoc(sources.getExpansionLoc(e.getBeginLoc()));
    return at.isValid() ? support::Origin({at.getFilename(), at.getLine(), at.getColumn()}, from) : support::Origin();
  }

  LaunchSite site(const clang::CUDAKernelCallExpr &launch, const clang::FunctionDecl &kernel, const Function &around,
                  Path path) {
    HostValues values(context_, around.constants, path.call);
    LaunchSite out;
    out.origin = origin(launch, path.from);
    if (const clang::CallExpr *config = launch.getConfig(); config && config->getNumArgs() >= 2) {
      out.grid = values.sizes(*config->getArg(0));
      out.block = values.sizes(*config->getArg(1));
    }
    std::map<const clang::ValueDecl *, int> buffers;
    for (unsigned i = 0; i < launch.getNumArgs() && i < kernel.getNumParams(); ++i) {
      LaunchSite::Argument a;
      a.parameter = kernel.getParamDecl(i)->getNameAsString();
      if (kernel.getParamDecl(i)->getType()->isPointerType()) {
        const HostBuffer b = values.buffer(*launch.getArg(i));
        if (b.base)
          a.buffer = buffers.try_emplace(b.base, static_cast<int>(buffers.size())).first->second;
        a.whole_buffer = b.whole;
      } else {
        a.value = values.value(*launch.getArg(i));
      }
      out.arguments.push_back(std::move(a));
    }
    out.names = path.call.names.names();
    return out;
  }

  const clang::ASTContext &context_;
  Functions &functions_;
};

} // namespace

Sites launch_sites(const clang::ASTContext &context, const std::vector<clang::Decl *> &top) {
  Functions functions;
  for (clang::Decl *d : top)
    functions.TraverseDecl(d);
  return Reader(context, functions).run();
}

} // namespace lockstep::frontend
