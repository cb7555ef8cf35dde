// What the layer writes down: a folder that `lockstep record` has made, named by LOCKSTEP_RECORD. Each process has a
// journal there, PID.jsonl, one JSON value a line, and the sources beside it, PID.N.cl:
//
//   {"loaded": true}                the layer is there
//   {"launch": {...}, "id": N}      a launch that differs from those before, before it is made: the manifest's entry,
//                                   with a source's name in this folder (docs/json.md)
//   {"failed": N}                   it was refused
//   {"count": C, "id": N}           it was made C times: told where C is a power of two, and at the end
//   {"lost": "why"}                 something could not be noted
//
// Each line is written at once, so that a program that crashes leaves what it did until then.
#pragma once

#include <map>
#include <nlohmann/json.hpp>
#include <string>

#include <sys/types.h>

namespace lockstep::record {

// Not for several threads at once.
class Journal {
public:
  Journal(); // says that the layer is loaded

  std::size_t launch(const nlohmann::ordered_json &entry); // its number
  void failed(std::size_t id);
  void made(std::size_t id);
  void lost(const std::string &why);
  void finish(); // the counts; more may follow

  std::string source_file(const std::string &text); // the name of a file that holds it

private:
  struct Launch {
    std::string text;
    unsigned long count = 0, told = 0;
  };
  void start();
  void follow_fork(); // a child has a journal of its own
  void line(const nlohmann::ordered_json &value);

  std::string folder_;
  int file_ = -1;
  pid_t process_ = 0;
  std::map<std::string, std::size_t> ids_; // of launches, by their text
  std::vector<Launch> launches_;
  std::map<std::string, std::string> sources_; // text, file
};

} // namespace lockstep::record
