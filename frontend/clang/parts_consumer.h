// The second way through Clang, for files with errors: everything is parsed first; what is whole (whole_parts.h) then
// goes to the code generator. Internal to frontend/.
#pragma once

#include "frontend/broken/local_errors.h"
#include "frontend/broken/token_log.h"
#include "frontend/broken/whole_parts.h"
#include "frontend/host/launches/launch_sites.h"
#include "frontend/source_parts.h"

#include "clang/CodeGen/ModuleBuilder.h"
#include "clang/Sema/SemaConsumer.h"

#include <memory>
#include <vector>

namespace lockstep::frontend {

struct PartsOfFile { // what the consumer works on
  TokenLog log;
  support::Diagnostics diags;
  LocalErrors errors{diags, log};
  SourceParts parts;
  LaunchSites launches;
  AskOutside ask; // about them
  PragmaPlaces foreign;
  std::size_t judged = 0; // errors of the parse; later ones are the code generator's
};

class PartsConsumer : public clang::SemaConsumer {
public:
  PartsConsumer(std::unique_ptr<clang::CodeGenerator> generator, std::unique_ptr<clang::ASTConsumer> adapt,
                clang::DiagnosticsEngine &engine, PartsOfFile &file)
      : generator_(std::move(generator)), adapt_(std::move(adapt)), engine_(engine), file_(file) {}
  clang::CodeGenerator *generator() const { return generator_.get(); }

  void Initialize(clang::ASTContext &context) override;
  void InitializeSema(clang::Sema &sema) override { file_.errors.ask(&sema); }
  void ForgetSema() override { file_.errors.ask(nullptr); }
  bool HandleTopLevelDecl(clang::DeclGroupRef group) override;
  void HandleInlineFunctionDefinition(clang::FunctionDecl *f) override { note(Kind::Inline, f); }
  void HandleTagDeclDefinition(clang::TagDecl *t) override {
    adapt_->HandleTagDeclDefinition(t);
    note(Kind::Tag, t);
  }
  void HandleTagDeclRequiredDefinition(const clang::TagDecl *t) override { note(Kind::RequiredTag, t); }
  void HandleCXXStaticMemberVarInstantiation(clang::VarDecl *v) override { note(Kind::Member, v); }
  void CompleteTentativeDefinition(clang::VarDecl *v) override { note(Kind::Tentative, v); }
  void HandleVTable(clang::CXXRecordDecl *r) override { note(Kind::Table, r); }
  void HandleTranslationUnit(clang::ASTContext &context) override;

private:
  enum class Kind { Top, Inline, Tag, RequiredTag, Member, Tentative, Table };
  struct Event {
    Kind kind;
    clang::Decl *declaration;
  };
  void note(Kind kind, const clang::Decl *d) { events_.push_back({kind, const_cast<clang::Decl *>(d)}); }
  void flatten(clang::Decl *d);
  void hand_on(const Event &e);
  void list_broken(const clang::ASTContext &context, const WholeParts &whole, const ErrorRegions &regions);
  void tell(const clang::ASTContext &context, const std::vector<const LocalError *> &told);

  std::unique_ptr<clang::CodeGenerator> generator_;
  std::unique_ptr<clang::ASTConsumer> adapt_;
  clang::DiagnosticsEngine &engine_;
  PartsOfFile &file_;
  std::vector<Event> events_;
  std::vector<LocalError> errors_; // of the parse
};

} // namespace lockstep::frontend
