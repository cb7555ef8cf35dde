// The table of stages (support/stages.def) as data; and --dump-dir: the text of every stage of every kernel, as files
// FOLDER/FILE.KERNEL.03-normalise.kir.
#pragma once

#include "jobs/pipeline/text_sink.h"
#include "support/diagnostic.h"

#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

namespace lockstep::driver {

struct StageInfo {
  support::Stage stage;
  std::string_view name, input, output, suffix, meaning;
};

const std::vector<StageInfo> &stages(); // in pipeline order
const StageInfo &info(support::Stage stage);
std::string stages_text(); // what `lockstep stages` prints

// "FILE.KERNEL", as the name of a file.
std::string text_name(const std::string &file, const std::string &kernel);

class TextFolder {
public:
  // Makes the folder; an empty path means that no text is kept. A folder that cannot be made is an error.
  TextFolder(const std::string &path, support::Diagnostics &diags);

  jobs::TextSink sink();                        // empty without a folder; may be called from several threads
  const support::Diagnostics &problems() const; // files that could not be written

private:
  struct State {
    std::string path;
    std::mutex mutex;
    std::map<std::tuple<std::string, std::string, support::Stage>, unsigned> written; // how often: file, kernel, stage
    support::Diagnostics problems;
  };
  std::shared_ptr<State> state_;
};

} // namespace lockstep::driver
