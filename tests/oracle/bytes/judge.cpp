// `oracle bytes`, `oracle idioms`, `oracle limits`: generated kernels, several to a file, the verifier's verdict
// against what executions over flat bytes show, or against arithmetic.
//
//   disagreement   verified, though an execution shows a violation, or arithmetic a race: a failure of the build
//   false alarm    a violation reported of a kernel that is right: by construction, or since nothing it did hung on
//   anything
//                  from outside and its executions show none
//   error          an internal error, or a text that does not compile: a failure of the build
//
// A comparison with a hole (interpret.h) is made true or false after a first run has shown what is compared there.
#include "tests/oracle/judge.h"
#include "cfg/ir/check.h"
#include "tests/oracle/bytes/made.h"
#include "tests/oracle/bytes/single.h"
#include "tests/oracle/classes.h"
#include "tests/oracle/subject.h"

#include <chrono>
#include <filesystem>
#include <fmt/format.h>
#include <fstream>
#include <functional>
#include <map>
#include <regex>
#include <unistd.h>

namespace lockstep::oracle::bytes {

namespace {

using verify::Verdict;
using Holes = std::map<std::uint32_t, std::uint32_t>;
constexpr unsigned per_file = 8;

// C11, 3.14: members that follow each other are one memory location, unless one of them has no width or no bits.
bool has_adjacent_bit_fields(const std::string &text) {
  static const std::regex two(R"(:\s*[1-9]\d*\s*;\s*\w+\s+\w+\s*:\s*[1-9])");
  return std::regex_search(text, two);
}

struct Judged {
  Made made;
  Outcome outcome;
  Holes holes;
  std::string said, remark, verdict;
  bool is_right = false, confirmed = false; // known to be right; a violation that an execution of the verifier shows
};
bool is_failure(const std::string &said) { return said == "disagreement" || said == "error"; }

double seconds_since(std::chrono::steady_clock::time_point t) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - t).count();
}

std::string filled(std::string text, const Holes &holes) {
  for (const auto &[hole, value] : holes) {
    const std::string name = fmt::format("0x{:08X}u", hole);
    for (std::size_t at = 0; (at = text.find(name, at)) != std::string::npos;)
      text.replace(at, name.size(), fmt::format("{}u", value));
  }
  return text;
}

class Judge {
public:
  explicit Judge(const BytesOptions &o) : o_(o) {
    std::string pattern = (std::filesystem::temp_directory_path() / "lockstep-bytes-XXXXXX").string();
    if (!mkdtemp(pattern.data()))
      throw std::runtime_error("cannot make a folder for temporary files");
    folder_ = pattern;
  }
  ~Judge() {
    std::error_code ignored;
    std::filesystem::remove_all(folder_, ignored);
  }

  int go() {
    const auto start = std::chrono::steady_clock::now();
    std::uint64_t done = 0;
    for (; (o_.count == 0 || done < o_.count) && (o_.seconds == 0 || seconds_since(start) < o_.seconds);
         done += per_file) {
      std::vector<Wish> wishes;
      for (unsigned n = 0; n < per_file; ++n)
        wishes.push_back(wish(o_.seed + done + n, n));
      for (Judged &j : judge(wishes))
        take(wishes, j);
      std::fflush(stdout);
    }
    report(done, seconds_since(start));
    return failed_ == 0 ? 0 : 1;
  }

  void print() {
    std::vector<Made> all{make(wish(o_.seed, 0))};
    fmt::print("{}", text_of(all, {}));
  }

private:
  Wish wish(std::uint64_t seed, unsigned index) const {
    Wish w;
    w.seed = seed;
    w.index = index;
    w.cuda = seed / per_file % 2 == 1;
    return w;
  }

  Made make(const Wish &w) const {
    return o_.family == "bytes" ? make_bytes(w) : o_.family == "idioms" ? make_idiom(w) : make_limit(w);
  }

  std::string text_of(const std::vector<Made> &all, const Holes &holes) const {
    std::string text;
    for (const Made &m : all)
      text += m.text + "\n";
    if (text.find("__global__") == std::string::npos && text.find(" : ") != std::string::npos)
      text = "#pragma OPENCL EXTENSION __cl_clang_bitfields : enable\n" + text;
    return filled(text, holes);
  }

  std::string write(const std::string &text, bool cuda) const {
    const std::string path = (folder_ / (cuda ? "oracle.cu" : "oracle.cl")).string();
    std::ofstream(path) << text;
    return path;
  }

  static Run run_of(const Made &m, unsigned executions, std::uint64_t seed) {
    Run run;
    for (unsigned d = 0; d < 3; ++d) {
      run.local[d] = static_cast<unsigned>(m.local[d]);
      run.groups[d] = static_cast<unsigned>(m.groups[d]);
    }
    run.seed = seed;
    run.executions = executions;
    return run;
  }

  // All in one file; where one does not compile, each for itself.
  std::vector<Judged> judge(const std::vector<Wish> &wishes) {
    std::vector<Judged> all;
    std::vector<Made> made;
    for (const Wish &w : wishes)
      made.push_back(make(w));
    const bool cuda = wishes.front().cuda;
    const auto language = cuda ? frontend::Language::Cuda : frontend::Language::OpenCL;
    frontend::Options options;
    auto clock = std::chrono::steady_clock::now();
    support::Diagnostics diags;
    const auto file = File::compile(write(text_of(made, {}), cuda), language, options, diags);
    compiling_ += seconds_since(clock);
    if (!file) {
      if (wishes.size() > 1) {
        for (const Wish &w : wishes)
          for (Judged &j : judge({w}))
            all.push_back(std::move(j));
        return all;
      }
      Judged j;
      j.made = made[0];
      j.said = "error";
      j.remark = "does not compile: " + (diags.all().empty() ? std::string("?") : diags.all().front().message);
      return {j};
    }
    clock = std::chrono::steady_clock::now();
    Holes holes;
    for (std::size_t n = 0; n < made.size(); ++n) {
      Judged &j = all.emplace_back();
      j.made = made[n];
      if (j.made.executable)
        execute(*file, j, wishes[n].seed);
      holes.insert(j.holes.begin(), j.holes.end());
    }
    executing_ += seconds_since(clock);
    clock = std::chrono::steady_clock::now();
    const std::string text = text_of(made, holes);
    const std::string path = write(text, cuda);
    support::Diagnostics again;
    try {
      const auto module = frontend::compile(path, options, again);
      compiling_ += seconds_since(clock);
      for (Judged &j : all)
        verify(module, j);
    } catch (const std::exception &e) {
      for (Judged &j : all)
        if (j.said.empty()) {
          j.said = "error";
          j.remark = e.what();
        }
    }
    return all;
  }

  void execute(const File &file, Judged &j, std::uint64_t seed) {
    Random random(Random(seed + 99).next());
    Run run = run_of(j.made, 3, seed);
    const Outcome first = file.run(j.made.kernel, run);
    for (const auto &[hole, seen] : first.compared) {
      std::uint64_t value = random.one_of(seen);
      if (random.percent(50))
        while (std::find(seen.begin(), seen.end(), value) != seen.end())
          value = (value + 1) & 0xffffffff;
      j.holes[hole] = static_cast<std::uint32_t>(value);
    }
    for (unsigned n = 0; n < 16; ++n) // never reached, or left out
      j.holes.try_emplace(first_hole + 16 * number_of(j.made.kernel) + n, 12345);
    run.holes = j.holes;
    run.executions = 2;
    j.outcome = file.run(j.made.kernel, run);
    if (j.outcome.refused.empty() && !j.outcome.wrong() && (j.outcome.open || j.made.truth == Truth::Right)) {
      run.executions = o_.executions;
      ++run.seed;
      j.outcome = file.run(j.made.kernel, run);
    }
  }
  static unsigned number_of(const std::string &kernel) {
    const std::size_t at = kernel.find_first_of("0123456789");
    return at == std::string::npos ? 0 : static_cast<unsigned>(std::stoul(kernel.substr(at)));
  }

  void verify(const support::Result<frontend::Module> &module, Judged &j) {
    support::Diagnostics diags;
    if (!module) {
      j.said = "refused by the front end";
      return;
    }
    frontend::Options options;
    options.launch.most_threads.reset(); // as --any-launch: counters that stride may wrap around
    for (unsigned d = 0; d < 3; ++d) {
      options.launch.local_size[d] = j.made.local[d];
      options.launch.num_groups[d] = j.made.groups[d];
      if (j.made.local[d] > 1 || j.made.groups[d] > 1)
        options.launch.dimensions = d + 1;
    }
    const auto clock = std::chrono::steady_clock::now();
    for (const frontend::KernelName &name : frontend::kernels(*module))
      if (name.symbol == j.made.kernel) {
        const auto kernel = frontend::build_kernel(*module, name, options, diags);
        if (!kernel || !cfg::check(*kernel, diags)) {
          j.said = "refused by the front end";
          for (const support::Diagnostic &d : diags.all())
            if (d.severity == support::Severity::Unsupported || j.remark.empty())
              j.remark = d.message;
          return;
        }
        const verify::Result r = prover_.verify(*kernel, options.launch);
        decide(j, r, *kernel);
      }
    verifying_ += seconds_since(clock);
  }

  void decide(Judged &j, const verify::Result &r, const cfg::Kernel &kernel) {
    const Outcome &out = j.outcome;
    const bool race_by_arithmetic = j.made.truth == Truth::Race, judged = !j.made.executable || out.refused.empty();
    const bool wrong = race_by_arithmetic || out.wrong();
    j.verdict = std::string(verify::name(r.verdict));
    j.confirmed = is_confirmed(r);
    j.is_right = !wrong && judged && !out.ambiguous && (!j.made.executable || out.executions > 0) &&
                 (j.made.truth == Truth::Right ||
                  (j.made.truth == Truth::Executions && j.made.executable && !out.open && out.undefined == 0));
    // The execution sees the bytes that a bit-field's storage has; C sees one memory location in all that are adjacent.
    const bool one_location = r.verdict == Verdict::Race && !wrong && has_adjacent_bit_fields(j.made.text);
    j.is_right = j.is_right && !one_location;
    j.remark = fmt::format("{}{}{}", j.verdict, r.reason.empty() ? "" : " (" + r.reason + ")",
                           out.witness.empty() ? "" : "; " + out.witness);
    if (r.verdict == Verdict::Error) {
      j.said = "error";
    } else if (!j.made.executable && j.made.truth == Truth::Executions) {
      j.said = "no truth";
    } else if (r.verdict != Verdict::Verified && !verify::is_violation(r.verdict)) {
      j.said = j.verdict;
    } else if (!judged) {
      j.said = "not judged";
      j.remark = out.refused;
    } else if (j.made.executable && out.executions == 0) {
      j.said = "no defined execution";
      j.remark = out.discarded;
    } else if (r.verdict == Verdict::Verified) {
      j.said = wrong ? "disagreement" : out.ambiguous ? "verified, ambiguous bytes" : "verified, none found";
    } else if (wrong) {
      j.said = race_by_arithmetic || out.name() == j.verdict ? "violation, shown" : "violation, another shown";
    } else if (one_location) {
      j.said = "violation, adjacent bit-fields";
    } else if (out.ambiguous) {
      j.said = "violation, ambiguous bytes";
    } else if (j.made.truth == Truth::Right || (j.made.truth == Truth::Executions && !out.open && out.undefined == 0)) {
      j.said = depends_on_written_memory(kernel, true) ? "false alarm, written memory" : "false alarm";
    } else {
      j.said = "violation, none found";
    }
  }

  void take(const std::vector<Wish> &wishes, Judged &j) {
    ++counts_[j.said];
    class_of(j);
    ++by_kind_[j.said + ": " + j.made.what];
    if (j.said == "refused by the front end" || j.said == "not judged" || j.said == "unknown" ||
        j.said == "unsupported" || j.said == "no defined execution")
      ++reasons_[j.said + ": " + std::regex_replace(j.remark, std::regex("'[^']*'|[0-9]+"), "_").substr(0, 120)];
    failed_ += is_failure(j.said) ? 1 : 0;
    const Wish *w = nullptr;
    for (const Wish &each : wishes)
      if (number_of(j.made.kernel) == each.index)
        w = &each;
    if (o_.list)
      fmt::print("seed {}: {}: {}: {}\n", w ? w->seed : 0, j.made.what, j.said, j.remark);
    if (!w || !(is_failure(j.said) || (o_.keep_alarms && j.said.starts_with("false alarm"))))
      return;
    fmt::print("{}: seed {} ({}): {}\n", j.said, w->seed, j.made.what, j.remark);
    if (o_.save.empty())
      return;
    const Judged small = shrink(*w, j);
    std::filesystem::create_directories(o_.save);
    std::string said = j.said;
    std::replace(said.begin(), said.end(), ' ', '_');
    const Made &m = small.made;
    std::string head = fmt::format("// {}, {}: seed {}: {}\n//--local_size=[{},{}] --num_groups=[{},{}]\n", j.said,
                                   m.what, w->seed, small.remark, m.local[0], m.local[1], m.groups[0], m.groups[1]);
    std::ofstream(std::filesystem::path(o_.save) /
                  fmt::format("{}_{}_{}.{}", said, o_.family, w->seed, w->cuda ? "cu" : "cl"))
        << head << text_of({m}, small.holes);
  }

  void class_of(const Judged &j) {
    if (j.said == "error")
      classes_.add_failed();
    else if (j.said == "disagreement" || j.said.starts_with("verified"))
      classes_.add(Verdict::Verified, false, j.said == "disagreement" ? Known::Wrong : known(j));
    else if (j.said == "violation, shown" || j.said == "violation, another shown")
      classes_.add(Verdict::Race, j.confirmed, Known::Wrong);
    else if (j.said.starts_with("violation") || j.said.starts_with("false alarm"))
      classes_.add(Verdict::Race, j.confirmed, known(j));
    else if (j.said == j.verdict) // unknown, unsupported
      classes_.add(Verdict::Unknown, false, j.outcome.wrong() || j.made.truth == Truth::Race ? Known::Wrong : known(j));
    else
      classes_.add_not_judged();
  }
  static Known known(const Judged &j) { return j.is_right ? Known::Right : Known::Open; }

  // Regenerates with fewer statements while the verdict and the truth stay.
  Judged shrink(const Wish &w, const Judged &j) {
    Wish best = w;
    best.index = 0;
    const auto same = [&](const Judged &a) { return a.said == j.said && a.verdict == j.verdict; };
    const auto start = std::chrono::steady_clock::now();
    std::vector<Judged> now = judge({best});
    if (now.empty() || !same(now[0]))
      return j; // it hangs on its neighbours, or on chance
    Judged last = now[0];
    for (unsigned n = last.made.parts; n-- > 0 && seconds_since(start) < 10;) {
      Wish fewer = best;
      fewer.without.insert(n);
      now = judge({fewer});
      if (!now.empty() && same(now[0])) {
        best = fewer;
        last = now[0];
      }
    }
    return last;
  }

  void report(std::uint64_t done, double seconds) const {
    std::uint64_t judged = 0, skipped = 0, alarms = 0, written = 0, right = 0;
    for (const auto &[said, n] : counts_) {
      if (said.starts_with("verified") || said.starts_with("violation") || said.starts_with("false alarm"))
        judged += n;
      else if (!is_failure(said))
        skipped += n;
      alarms += said == "false alarm" ? n : 0;
      written += said == "false alarm, written memory" ? n : 0;
      right += said.starts_with("false alarm") || said == "verified, none found" ? n : 0;
    }
    fmt::print("{}: {} passed, {} failed, {} skipped\n", o_.family, judged, failed_, skipped);
    fmt::print("  false alarms: {} of {} right ({:.2f} %), and {} that hang on memory that the kernel writes\n", alarms,
               right, right ? 100.0 * static_cast<double>(alarms) / static_cast<double>(right) : 0.0, written);
    fmt::print("  {} kernels from seed {} on in {:.1f} s ({:.1f} a second): {:.1f} s compiling, {:.1f} s executing, "
               "{:.1f} s verifying\n",
               done, o_.seed, seconds, static_cast<double>(done) / std::max(seconds, 0.001), compiling_, executing_,
               verifying_);
    for (const auto &[said, n] : counts_)
      fmt::print("{:>8}  {}\n", n, said);
    for (const auto &[said, n] : reasons_)
      fmt::print("{:>8}  {}\n", n, said);
    if (o_.list)
      for (const auto &[said, n] : by_kind_)
        fmt::print("{:>8}  {}\n", n, said);
    classes_.print(o_.family);
  }

  const BytesOptions &o_;
  std::filesystem::path folder_;
  Prover prover_;
  std::map<std::string, std::uint64_t> counts_, by_kind_, reasons_;
  Classes classes_;
  std::uint64_t failed_ = 0;
  double compiling_ = 0, executing_ = 0, verifying_ = 0;
};

} // namespace
} // namespace lockstep::oracle::bytes

namespace lockstep::oracle {

int bytes_command(const BytesOptions &o) {
  if (!o.file.empty())
    return bytes::judge_file(o);
  if (!o.folder.empty())
    return bytes::judge_folder(o);
  bytes::Judge judge(o);
  if (o.print) {
    judge.print();
    return 0;
  }
  return judge.go();
}

} // namespace lockstep::oracle
