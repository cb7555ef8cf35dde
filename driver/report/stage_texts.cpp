// See stage_texts.h.
#include "driver/report/stage_texts.h"

#include "support/text_file.h"

#include <filesystem>
#include <fmt/format.h>

namespace lockstep::driver {

const std::vector<StageInfo> &stages() {
  static const std::vector<StageInfo> table = {
#define STAGE(enumerator, name, input, output, suffix, meaning)                                                        \
  {support::Stage::enumerator, #name, input, output, suffix, meaning},
#include "support/stages.def"
  };
  return table;
}

const StageInfo &info(support::Stage stage) { return stages().at(static_cast<std::size_t>(stage)); }

std::string stages_text() {
  std::string text = fmt::format("{:<19}{:<20}{:<20}{:<7}{}\n", "stage", "from", "to", "text", "what it does");
  for (const StageInfo &s : stages())
    text += fmt::format("{:<19}{:<20}{:<20}{:<7}{}\n", s.name, s.input, s.output, s.suffix, s.meaning);
  return text;
}

namespace {

// A stage that runs again for the same kernel gets a number: FILE.KERNEL.07-emit.2.bpl
std::string file_name(const std::string &file, const std::string &kernel, const StageInfo &stage, unsigned times) {
  const int number = static_cast<int>(stage.stage) + 1;
  return fmt::format("{}.{:02}-{}{}{}", text_name(file, kernel), number, stage.name,
                     times == 1 ? "" : fmt::format(".{}", times), stage.suffix);
}

} // namespace

std::string text_name(const std::string &file, const std::string &kernel) {
  const std::string source = std::filesystem::path(file).filename().string();
  return support::as_file_name(source + (kernel.empty() ? "" : "." + kernel));
}

TextFolder::TextFolder(const std::string &path, support::Diagnostics &diags) : state_(std::make_shared<State>()) {
  state_->path = path;
  if (path.empty())
    return;
  std::error_code error;
  std::filesystem::create_directories(path, error);
  if (error || !std::filesystem::is_directory(path, error))
    diags.error({}, fmt::format("cannot make the folder '{}': {}", path,
                                error ? error.message() : "a file of this name exists"));
}

jobs::TextSink TextFolder::sink() {
  if (state_->path.empty())
    return {};
  return [state = state_](const std::string &file, const std::string &kernel, support::Stage stage,
                          const std::string &text) {
    const std::lock_guard lock(state->mutex);
    const unsigned times = ++state->written[{file, kernel, stage}];
    support::write_file(state->path + "/" + file_name(file, kernel, info(stage), times), text, state->problems);
  };
}

const support::Diagnostics &TextFolder::problems() const { return state_->problems; }

} // namespace lockstep::driver
