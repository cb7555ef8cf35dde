// GPUVerify's command line: see options.h. Each option becomes words of `lockstep verify`, or has no meaning here.
#include "gpuverify/options.h"

#include "gpuverify/versions.h"
#include "jobs/input/read_words.h"

#include <algorithm>
#include <charconv>
#include <fmt/format.h>
#include <fstream>
#include <iterator>
#include <map>
#include <optional>
#include <sstream>

namespace lockstep::gpuverify {

namespace {

enum class Kind : std::uint8_t {
  Nothing,      // it chooses how GPUVerify works, not what is asked
  Word,         // a word of `lockstep verify`: `as`
  WordAndValue, // the same with the value
  Size,         // likewise; the value may stand in brackets
  Refused,      // it asks for something that is not there: `as` says what
  Special
};

struct Row {
  std::string_view name; // without the dashes
  bool value;            // it has one
  Kind kind;
  std::string_view as = "";
};

constexpr std::string_view intercepted = "intercepted launches are not read; `lockstep verify --launches` reads "
                                         "recorded ones";
constexpr Row rows[] = {
    {"help", false, Kind::Special},
    {"version", false, Kind::Special},
    {"findbugs", false, Kind::Special},
    {"verify", false, Kind::Special},
    {"loop-unwind", true, Kind::Special},
    {"verbose", false, Kind::Special},
    {"silent", false, Kind::Special},
    {"time", false, Kind::Special},
    {"time-as-csv", true, Kind::Special},
    {"error-limit", true, Kind::Special},
    {"opencl", false, Kind::Special},
    {"cuda", false, Kind::Special},
    {"pointer-bitwidth", true, Kind::Special},
    {"solver", true, Kind::Special},
    {"kernel-args", true, Kind::Special},
    {"kernel-arrays", true, Kind::Special},
    {"adversarial-abstraction", false, Kind::Special},
    {"equality-abstraction", false, Kind::Special},
    {"clang-opt", true, Kind::Special},
    {"timeout", true, Kind::WordAndValue, "--timeout"},
    {"local_size", true, Kind::Size, "--local-size"},
    {"blockDim", true, Kind::Size, "--local-size"},
    {"num_groups", true, Kind::Size, "--num-groups"},
    {"gridDim", true, Kind::Size, "--num-groups"},
    {"global_size", true, Kind::Size, "--global-size"},
    {"global_offset", true, Kind::Size, "--global-offset"},
    {"warp-sync", true, Kind::WordAndValue, "--warp-sync"},
    {"check-array-bounds", false, Kind::Word, "--check-bounds"},
    {"no-benign-tolerance", false, Kind::Special},
    {"only-divergence", false, Kind::Word, "--only-divergence"},
    {"only-intra-group", false, Kind::Word, "--only-intra-group"},
    {"no-annotations", false, Kind::Word, "--ignore-annotations"},
    {"only-requires", false, Kind::Word, "--only-requires"},
    {"invariants-as-candidates", false, Kind::Word, "--invariants-as-hints"},
    {"asymmetric-asserts", false, Kind::Nothing},
    {"boogie-file", true, Kind::WordAndValue, "--boogie-file"},
    {"math-int", false, Kind::Nothing},
    {"no-barrier-access-checks", false, Kind::Nothing},
    {"no-inline", false, Kind::Word, "--no-inline"},
    {"only-log", false, Kind::Word, "--only-divergence"}, // assertions about what is logged are asked about
    {"race-instrumenter", true, Kind::Nothing},
    {"debug", false, Kind::Special},
    {"keep-temps", false, Kind::Nothing},
    {"gen-smt2", false, Kind::Nothing},
    {"opt-opt", true, Kind::Nothing},
    {"bugle-opt", true, Kind::Nothing},
    {"vcgen-opt", true, Kind::Special},
    {"cruncher-opt", true, Kind::Special},
    {"boogie-opt", true, Kind::Special},
    {"no-infer", false, Kind::Nothing},
    {"omit-infer", true, Kind::Nothing},
    {"infer-info", false, Kind::Special},
    {"k-induction-depth", true, Kind::Nothing},
    {"cache", true, Kind::Nothing},
    {"json", false, Kind::Refused, intercepted},
    {"list-intercepted", false, Kind::Refused, intercepted},
    {"verify-intercepted", true, Kind::Refused, intercepted},
    {"verify-all-intercepted", false, Kind::Refused, intercepted},
    {"stop-at-opt", false, Kind::Refused, "`lockstep dump` prints what stages make of a kernel"},
    {"stop-at-gbpl", false, Kind::Refused, "`lockstep dump` prints what stages make of a kernel"},
    {"stop-at-bpl", false, Kind::Refused, "`lockstep dump` prints what stages make of a kernel"},
    {"stop-at-cbpl", false, Kind::Refused, "`lockstep dump` prints what stages make of a kernel"},
};

struct Mistake {
  std::string text;
};

// By its name, or the only one that begins so.
const Row &row_of(const std::string &name) {
  std::vector<const Row *> found;
  for (const Row &r : rows) {
    if (r.name == name)
      return r;
    if (r.name.starts_with(name))
      found.push_back(&r);
  }
  if (found.empty() || name.empty())
    throw Mistake{fmt::format("unrecognized arguments: --{}", name)};
  if (found.size() > 1)
    throw Mistake{fmt::format("ambiguous option: --{} could match --{}, --{}", name, found[0]->name, found[1]->name)};
  return *found.front();
}

template <typename Number> Number number_of(const std::string &option, const std::string &text) {
  Number out{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), out);
  if (error != std::errc() || end != text.data() + text.size())
    throw Mistake{fmt::format("argument --{}: invalid value: '{}'", option, text)};
  return out;
}

// "[64,*]", "64,*" as its dimensions.
std::vector<std::string> dimensions_of(const std::string &option, std::string text) {
  if (text.size() >= 2 && text.front() == '[' && text.back() == ']')
    text = text.substr(1, text.size() - 2);
  std::vector<std::string> out;
  std::istringstream parts(text);
  for (std::string part; std::getline(parts, part, ',');) {
    part.erase(std::remove(part.begin(), part.end(), ' '), part.end());
    if (part != "*" && option != "global_offset")
      if (const auto n = number_of<std::uint64_t>(option, part); n == 0 || n > 0x7fffffff)
        throw Mistake{fmt::format("argument --{}: a size lies between 1 and 2147483647: '{}'", option, part)};
    out.push_back(part);
  }
  if (out.empty() || out.size() > 3)
    throw Mistake{fmt::format("argument --{}: a size has one to three dimensions: '{}'", option, text)};
  return out;
}

// By the suffix, else by what the file holds.
bool is_cuda(const std::string &file) {
  if (file.ends_with(".cu"))
    return true;
  if (file.ends_with(".cl"))
    return false;
  std::ifstream in(file);
  const std::string text{std::istreambuf_iterator<char>(in), {}};
  return text.find("__global__") != std::string::npos || text.find("blockDim") != std::string::npos;
}

class Reader {
public:
  Request read(const std::vector<std::string> &words) {
    for (std::size_t i = 0; i < words.size(); ++i) {
      const std::string &word = words[i];
      const auto next = [&]() -> const std::string & {
        if (i + 1 == words.size())
          throw Mistake{fmt::format("argument {}: expected one argument", word)};
        return words[++i];
      };
      if (word.starts_with("-D") || word.starts_with("-I"))
        words_.push_back(word.substr(0, 2) + (word.size() > 2 ? word.substr(2) : next()));
      else if (word == "-h")
        throw Early{help(), Success};
      else if (!word.starts_with("--"))
        take_file(word);
      else {
        const std::size_t equals = word.find('=');
        const Row &row = row_of(word.substr(2, equals == std::string::npos ? equals : equals - 2));
        if (!row.value && equals != std::string::npos)
          throw Mistake{
              fmt::format("argument --{}: ignored explicit argument '{}'", row.name, word.substr(equals + 1))};
        take(row, !row.value ? "" : equals != std::string::npos ? word.substr(equals + 1) : next());
      }
    }
    return finish();
  }

private:
  void take_file(const std::string &word) {
    if (!out_.file.empty())
      throw Mistake{fmt::format("unrecognized arguments: {}", word)};
    out_.file = word;
  }

  void take(const Row &row, const std::string &value) {
    const std::string name(row.name);
    switch (row.kind) {
    case Kind::Nothing: return out_.without_meaning.push_back("--" + name);
    case Kind::Word: return words_.push_back(std::string(row.as));
    case Kind::WordAndValue: return words_.push_back(fmt::format("{}={}", row.as, value));
    case Kind::Refused: throw Mistake{fmt::format("--{} is not supported: {}", name, row.as)};
    case Kind::Size: {
      sizes_[std::string(row.as)] = dimensions_of(name, value);
      given_as_[std::string(row.as)] = "--" + name + "=";
      return;
    }
    case Kind::Special: return take_special(name, value);
    }
  }

  void take_special(const std::string &name, const std::string &value) {
    if (name == "help")
      throw Early{help(), Success};
    if (name == "version")
      throw Early{versions(), Success};
    if (name == "findbugs" || name == "loop-unwind")
      out_.find_bugs = true;
    else if (name == "verbose")
      out_.verbose = true;
    else if (name == "silent")
      out_.silent = true;
    else if (name == "no-benign-tolerance")
      tolerant_ = false;
    else if (name == "infer-info")
      out_.infer_info = true;
    else if (name == "debug")
      out_.debug = true;
    else if (name == "time")
      out_.time = true;
    else if (name == "time-as-csv")
      out_.csv_label = value;
    else if (name == "error-limit")
      out_.error_limit = number_of<std::size_t>(name, value);
    else if (name == "opencl" || name == "cuda")
      language_ = name;
    else if (name == "pointer-bitwidth")
      pointer_bits_ = value;
    else if (name == "solver")
      words_.push_back(value == "cvc4" ? "--solver=cvc5" : "--solver=" + value);
    else if (name.starts_with("kernel-") && value.substr(0, value.find(',')).empty())
      throw Mistake{fmt::format("argument --{}: no kernel is named", name)};
    else if (name == "vcgen-opt" || name == "cruncher-opt" || name == "boogie-opt")
      take_stage_options(name, value);
    else if (name == "kernel-args") {
      const std::size_t comma = value.find(',');
      words_.push_back("--kernel=" + value.substr(0, comma));
      if (comma != std::string::npos)
        words_.push_back("--values=" + value.substr(comma + 1));
    } else if (name == "kernel-arrays") {
      words_.push_back("--kernel=" + value.substr(0, value.find(',')));
      array_sizes_ = true;
    } else if (name == "adversarial-abstraction" || name == "equality-abstraction")
      take_abstraction(name);
    else if (name == "clang-opt") {
      std::istringstream parts(value);
      for (std::string part; parts >> part;)
        clang_words_.push_back(part);
    }
  }

  void take_stage_options(const std::string &name, const std::string &value) {
    static constexpr std::string_view arrays = "/checkArrays:";
    std::istringstream parts(value);
    for (std::string part; parts >> part;)
      if (name == "vcgen-opt" && part.starts_with(arrays))
        words_.push_back("--check-arrays=" + part.substr(arrays.size()));
      else if (name != "vcgen-opt" && part == "/displayLoopAbstractions")
        out_.display_loops = true;
      else
        out_.without_meaning.push_back(name == "vcgen-opt" ? "--vcgen-opt=" + part : "--" + name);
  }

  void take_abstraction(const std::string &name) {
    if (!abstraction_.empty() && abstraction_ != name)
      throw Mistake{fmt::format("argument --{}: not allowed with argument --{}", name, abstraction_)};
    abstraction_ = name;
  }

  // Sizes as GPUVerify asks for them: both are needed, and agree.
  void check_sizes() {
    const auto local = sizes_.find("--local-size"), groups = sizes_.find("--num-groups"),
               global = sizes_.find("--global-size");
    if (groups != sizes_.end() && global != sizes_.end())
      throw Mistake{fmt::format("argument {}: not allowed with argument {}", given_as_["--num-groups"],
                                given_as_["--global-size"])};
    if (local == sizes_.end())
      throw Mistake{out_.cuda ? "thread block size must be specified via --blockDim=..."
                              : "work group size must be specified via --local_size=..."};
    if (groups == sizes_.end() && global == sizes_.end())
      throw Mistake{out_.cuda ? "grid size must be specified via --gridDim=..."
                              : "number of work groups must be specified via --num_groups=... or --global_size=..."};
    const auto &whole = groups != sizes_.end() ? groups->second : global->second;
    if (groups == sizes_.end() && whole.size() != local->second.size())
      throw Mistake{"Dimensions of local and global size must match"};
    for (std::size_t d = 0; d < whole.size() && groups == sizes_.end(); ++d)
      if (whole[d] != "*" && local->second[d] != "*") {
        const auto all = number_of<std::uint64_t>("global_size", whole[d]),
                   one = number_of<std::uint64_t>("local_size", local->second[d]);
        if (one == 0 || all % one != 0)
          throw Mistake{fmt::format("Dimension {} of global size does not divide by dimension {} of local size", d, d)};
      }
    out_.dimensions = std::max(whole.size(), local->second.size());
  }

  Request finish() {
    if (out_.file.empty())
      throw Mistake{"the following arguments are required: KERNEL"};
    out_.cuda = language_ == "cuda" || (language_.empty() && is_cuda(out_.file));
    check_sizes();
    for (const auto &[option, dimensions] : sizes_)
      words_.push_back(fmt::format("{}={}", option, fmt::join(dimensions, ",")));
    const bool bounds = std::find(words_.begin(), words_.end(), "--check-bounds") != words_.end();
    if (array_sizes_ && bounds)
      throw Mistake{"--kernel-arrays with --check-array-bounds is not supported: the bounds of arrays that the host "
                    "allocates are not checked"};
    // What GPUVerify takes for granted: functions without a body do nothing.
    words_.insert(words_.end(), {"--pointer-bits=" + pointer_bits_, "--no-effect=*", "--tolerate=" + tolerance()});
    auto read = jobs::read_words("verify", words_, clang_words_);
    if (const auto *problem = std::get_if<std::string>(&read))
      throw Mistake{*problem};
    out_.options = std::get<jobs::Options>(std::move(read));
    out_.options.kernel.language = out_.cuda ? "cuda" : "cl";
    out_.options.kernel.as_gpuverify = true;
    out_.options.kernel.no_atomics = abstraction_ == "equality-abstraction";
    out_.options.kernel.no_replay = !out_.find_bugs;
    out_.options.no_header = true; // GPUVerify's tests have their options there, for who runs them
    out_.options.jobs = 1;
    out_.options.beside = {out_.file};
    return std::move(out_);
  }

  // Without --equality-abstraction two threads may read different values from one place of GPUVerify's memory.
  std::string tolerance() const {
    return !tolerant_ ? "none" : abstraction_ == "equality-abstraction" ? "unchanged" : "computed-unchanged";
  }

  static std::string help() {
    std::string out = "lockstep-gpuverify [OPTION]... KERNEL: Lockstep by GPUVerify's command line\n\n";
    for (const Row &r : rows)
      out += fmt::format("  --{}{}{}\n", r.name, r.value ? "=VALUE" : "",
                         r.kind == Kind::Nothing   ? "   (no meaning here)"
                         : r.kind == Kind::Refused ? "   (not supported)"
                                                   : "");
    return out + "\n  -D NAME[=VALUE], -I DIR\n";
  }

  Request out_;
  std::vector<std::string> words_, clang_words_;
  std::map<std::string, std::vector<std::string>> sizes_; // by our option
  std::map<std::string, std::string> given_as_;
  // GPUVerify's default is 32, as its inference wants it; devices have 64.
  std::string language_, abstraction_, pointer_bits_ = "64";
  bool array_sizes_ = false, tolerant_ = true;
};

} // namespace

std::variant<Request, Early> read_command_line(const std::vector<std::string> &words) {
  try {
    return Reader().read(words);
  } catch (const Early &early) {
    return early;
  } catch (const Mistake &m) {
    return Early{
        fmt::format("GPUVerify: COMMAND_LINE_ERROR error ({}): {}\n", static_cast<int>(CommandLineError), m.text),
        CommandLineError};
  }
}

} // namespace lockstep::gpuverify
