// What a compiler's command line says of a kernel (source_flags.h).
#include "driver/project/source_flags.h"

#include "driver/project/compiler_options.h"
#include "driver/project/shell_words.h"
#include "support/text_file.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <map>
#include <optional>
#include <set>

namespace lockstep::driver {

namespace {

namespace fs = std::filesystem;
using Words = std::vector<std::string>;

// Options without a value that change what types or arithmetic are, as Clang's compiler proper spells them.
constexpr std::array kept = {"-fwrapv", "-fno-signed-char", "-fshort-enums", "-fms-extensions"};

constexpr std::array languages = {"cuda", "cu", "hip", "cl", "clcpp", "c", "c++", "c-header", "c++-header"};

class FlagReader {
public:
  explicit FlagReader(const std::string &directory) : directory_(directory) {}

  // nvcc's host compiler gets words of a list, which then may go on in the next list.
  void read(const Words &words, unsigned depth = 0) {
    for (std::size_t i = 0; i < words.size() && out_.problem.empty(); ++i) {
      const std::string &word = words[i];
      if (word == "--")
        return;
      if (word.size() > 1 && word[0] == '@')
        response(word.substr(1), depth);
      else if (word == "-m32")
        out_.pointer_bits = 32;
      else if (word == "-fno-strict-overflow")
        out_.clang_options.emplace_back("-fwrapv");
      else if (word == "-funsigned-char")
        out_.clang_options.emplace_back("-fno-signed-char");
      else if (std::ranges::find(kept, word) != kept.end() || word.starts_with("-fpack-struct="))
        out_.clang_options.push_back(word);
      else if (OptionMatch m = match_option(word); m.row != nullptr && m.row->means != Means::Plain) {
        if (!m.value && (m.row->forms & apart) == 0)
          continue; // another option that begins like this
        if (!m.value && i + 1 == words.size())
          out_.problem = fmt::format("the option '{}' has no value", word);
        else
          take(m.row->means, word, m.value ? *m.value : words[++i], depth);
      }
    }
  }

  jobs::SourceFlags finish() {
    if (!host_.empty())
      read(host_, 1);
    choose_architecture();
    return std::move(out_);
  }

private:
  void take(Means means, const std::string &option, const std::string &value, unsigned depth) {
    if (value.empty() && means != Means::Nothing && means != Means::Host) {
      out_.problem = fmt::format("the option '{}' has no value", option);
      return;
    }
    switch (means) {
    case Means::Define: define(value); break;
    case Means::Undefine:
      undo(value);
      out_.undefines.push_back(value);
      break;
    case Means::Include:
    case Means::SystemInclude: include(at(value), means == Means::SystemInclude); break;
    case Means::QuoteInclude: clang("-iquote", at(value)); break;
    case Means::File: file(option, value); break;
    case Means::Standard: standard(value); break;
    case Means::Language:
      if (std::ranges::find(languages, value) != languages.end()) // icc has -xHost
        out_.language = value == "cu" ? "cuda" : value;
      break;
    case Means::Architecture: architectures(option, value); break;
    case Means::Generate: generate(option, value); break;
    case Means::Host: host(value); break;
    case Means::Response: response(value, depth); break;
    case Means::Toolkit: clang("-idirafter", at(value + "/include")); break;
    case Means::Machine: out_.pointer_bits = value == "32" ? 32 : 64; break;
    case Means::Plain:
    case Means::Nothing: break;
    }
  }

  // Our headers are written in C++14.
  void standard(const std::string &name) {
    static constexpr std::array old = {"98", "03", "0x", "11"};
    out_.standard = name;
    const std::size_t number = name.rfind('+') + 1;
    if (name.find("++") == std::string::npos || std::ranges::find(old, name.substr(number)) == old.end())
      return;
    out_.standard = name.substr(0, number) + "14";
    out_.assumptions.push_back(fmt::format("the file means the same in {} as in {}", out_.standard, name));
  }

  std::string at(const std::string &path) const { return (fs::path(directory_) / path).lexically_normal().string(); }

  // Ours come before those of a toolkit, and stand for those of the host's C library.
  void include(const std::string &dir, bool system) {
    const auto holds = [&](const char *header) {
      std::error_code error;
      return fs::exists(fs::path(dir) / header, error);
    };
    if (holds("stdio.h"))
      return;
    if (system || holds("cuda_runtime.h") || holds("hip/hip_runtime.h"))
      clang("-idirafter", dir);
    else
      out_.include_dirs.push_back(dir);
  }

  void clang(const std::string &flag, const std::string &value) {
    out_.clang_options.push_back(flag);
    out_.clang_options.push_back(value);
  }

  void undo(const std::string &name) {
    std::erase_if(out_.defines, [&](const std::string &d) { return d.substr(0, d.find_first_of("=(")) == name; });
    std::erase(out_.undefines, name);
  }
  void define(const std::string &macro) {
    undo(macro.substr(0, macro.find_first_of("=(")));
    out_.defines.push_back(macro);
  }

  // A file in the directory, or one that the include folders have.
  void file(const std::string &option, const std::string &value) {
    std::error_code error;
    for (const std::string &name : split(value)) {
      const std::string near = at(name);
      clang(option == "-imacros" ? "-imacros" : "-include", fs::exists(near, error) ? near : name);
    }
  }

  static Words split(const std::string &list) {
    Words out;
    for (std::size_t begin = 0; begin <= list.size();) {
      const std::size_t end = std::min(list.find(',', begin), list.size());
      if (end > begin)
        out.push_back(list.substr(begin, end - begin));
      begin = end + 1;
    }
    return out;
  }

  void host(const std::string &list) {
    for (std::string &word : split(list))
      host_.push_back(std::move(word));
  }

  void architectures(const std::string &option, const std::string &list) {
    for (const std::string &name : split(list))
      architecture(option, name);
  }
  // sm_80, compute_90a, gfx90a; `native` and `all` say nothing that we know.
  void architecture(const std::string &option, std::string name) {
    name = name.substr(0, name.find(':')); // gfx90a:xnack+
    if (name == "native" || name == "all" || name == "all-major")
      return;
    const std::size_t start = name.starts_with("sm_") ? 3 : name.starts_with("compute_") ? 8 : 0;
    const std::size_t end = std::min(name.find_first_not_of("0123456789", start), name.size());
    const std::string suffix = name.substr(end);
    if (start != 0 && end > start && end < start + 4 && (suffix.empty() || suffix == "a" || suffix == "f")) {
      std::string &known = cuda_[static_cast<unsigned>(std::stoul(name.substr(start, end - start)))];
      known = std::max(known, "sm_" + name.substr(start));
    } else if (name.starts_with("gfx") && name.size() > 3) {
      amd_.insert(name);
    } else {
      out_.problem =
          fmt::format("'{}' names no architecture (sm_80, compute_80, gfx90a) in the option '{}'", name, option);
    }
  }
  void generate(const std::string &option, const std::string &value) {
    bool found = false;
    for (const std::string &part : split(value)) {
      if (!part.starts_with("arch="))
        continue;
      found = true;
      architecture(option, part.substr(5));
    }
    if (!found && out_.problem.empty())
      out_.problem = fmt::format("the value '{}' of the option '{}' is not arch=compute_N,code=...", value, option);
  }

  // The kernel that is judged is the one of the newest.
  void choose_architecture() {
    if (!cuda_.empty() && out_.language != "hip") {
      const auto &[number, name] = *cuda_.rbegin();
      define(fmt::format("__CUDA_ARCH__={}", number * 10));
      if (name.back() == 'a')
        define(fmt::format("__CUDA_ARCH_FEAT_SM{}_ALL=1", number));
      std::vector<std::string> others;
      for (const auto &[n, other] : cuda_)
        if (n != number)
          others.push_back(other);
      assume_architecture(name, others);
    }
    if (!amd_.empty()) {
      std::string macro = *amd_.rbegin();
      std::replace(macro.begin(), macro.end(), '-', '_');
      define(fmt::format("__{}__=1", macro));
      assume_architecture(*amd_.rbegin(), {amd_.begin(), std::prev(amd_.end())});
    }
  }
  void assume_architecture(const std::string &name, const std::vector<std::string> &others) {
    if (!others.empty())
      out_.assumptions.push_back(fmt::format("the kernel is the one that is compiled for {} (the file is compiled for "
                                             "{}, too)",
                                             name, fmt::join(others, ", ")));
  }

  void response(const std::string &path, unsigned depth) {
    support::Diagnostics diags;
    const auto text = depth > 8 ? support::failure : support::read_source(at(path), diags);
    const auto words = text ? shell_words(*text) : std::nullopt;
    if (!text && !fs::exists(at(path)))
      out_.problem = fmt::format("the response file '{}' is not there: build the project first", at(path));
    else if (!words && fs::file_size(at(path)) != 0)
      out_.problem = fmt::format("the response file '{}' cannot be read", at(path));
    else if (words)
      read(*words, depth + 1);
  }

  std::string directory_;
  jobs::SourceFlags out_;
  Words host_;
  std::map<unsigned, std::string> cuda_;
  std::set<std::string> amd_;
};

} // namespace

jobs::SourceFlags source_flags(const Words &words, const std::string &directory) {
  FlagReader reader(directory);
  reader.read(words);
  return reader.finish();
}

} // namespace lockstep::driver
