// --dump-dir: the text of every stage of every kernel, as files FOLDER/FILE.KERNEL.03-normalise.kir.
#pragma once

#include "support/diagnostic.h"
#include "support/stage.h"

#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <tuple>

namespace lockstep::driver {

// Where a stage's text goes: the kernel is empty for the stages of the whole file.
using TextSink = std::function<void(const std::string &file, const std::string &kernel, support::Stage stage,
                                    const std::string &text)>;

// "FILE.KERNEL", as the name of a file.
std::string text_name(const std::string &file, const std::string &kernel);

// The same with the folders of the file in it: two files of one name have two.
std::string proof_name(const std::string &file, const std::string &kernel);

class TextFolder {
public:
  // Makes the folder; an empty path means that no text is kept. A folder that cannot be made is an error.
  TextFolder(const std::string &path, support::Diagnostics &diags);

  TextSink sink();                              // empty without a folder; may be called from several threads
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
