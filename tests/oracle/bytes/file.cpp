// Files and their executions (interpret.h).
#include "frontend/clang/compile_clang.h"
#include "frontend/llvm/kernels.h"
#include "tests/oracle/bytes/machine.h"

#include "llvm/Support/raw_ostream.h"

namespace lockstep::oracle::bytes {

struct File::Impl {
  std::unique_ptr<llvm::LLVMContext> context = std::make_unique<llvm::LLVMContext>(); // outlives the module
  std::unique_ptr<llvm::Module> module;
  std::unique_ptr<ModuleInfo> info;
};

File::File() : impl_(std::make_unique<Impl>()) {}
File::~File() = default;

std::unique_ptr<File> File::compile(const std::string &path, frontend::Language language,
                                    const frontend::Options &options, support::Diagnostics &diags) {
  std::unique_ptr<File> file(new File);
  Impl &impl = *file->impl_;
  support::SourceTexts unused;
  impl.module = language == frontend::Language::LlvmIr
                    ? frontend::read_ir(path, impl.context, diags)
                    : frontend::compile_source(path, language, options, *impl.context, diags, unused).module;
  if (!impl.module)
    return nullptr;
  impl.info = std::make_unique<ModuleInfo>(*impl.module);
  return file;
}

std::vector<std::string> File::kernels() const {
  std::vector<std::string> names;
  for (const llvm::Function *f : frontend::kernel_functions(*impl_->module))
    names.push_back(f->getName().str());
  return names;
}

std::string File::text() const {
  std::string text;
  llvm::raw_string_ostream(text) << *impl_->module;
  return text;
}

Outcome File::run(const std::string &kernel, const Run &run) const {
  Outcome all;
  const llvm::Function *f = impl_->module->getFunction(kernel);
  if (!f) {
    all.refused = "no such kernel";
    return all;
  }
  Random random(Random(run.seed + 7).next());
  for (unsigned n = 0; n < run.executions; ++n) {
    Outcome one;
    one.compared = all.compared;
    try {
      Machine machine(*impl_->info, *f, run, Random(random.next()), one);
      machine.execute();
      ++all.executions;
      all.race = all.race || one.race;
      all.divergence = all.divergence || one.divergence;
      all.assertion = all.assertion || one.assertion;
      all.open = all.open || one.open;
      all.ambiguous = all.ambiguous || one.ambiguous;
      if (all.witness.empty())
        all.witness = one.witness;
    } catch (const Refused &e) {
      all.refused = e.what();
      return all;
    } catch (const Undefined &e) {
      ++all.undefined;
      if (all.discarded.empty())
        all.discarded = e.what();
    }
    all.compared = one.compared;
    if (all.wrong())
      break;
  }
  return all;
}

} // namespace lockstep::oracle::bytes
