// See versions.h.
#include "gpuverify/versions.h"

#include "frontend/frontend.h"
#include "gpuverify/sha1.h"
#include "jobs/input/options.h"
#include "support/process.h"

#include <chrono>
#include <fmt/format.h>
#include <fstream>
#include <vector>

namespace lockstep::gpuverify {

namespace {

// The program itself, which holds the front end and the encoder; empty: it cannot be read.
std::string own_hash() {
  std::ifstream in("/proc/self/exe", std::ios::binary);
  Sha1 hash;
  std::vector<char> part(std::size_t(1) << 16);
  while (in.read(part.data(), static_cast<std::streamsize>(part.size())) || in.gcount() > 0)
    hash.add({part.data(), static_cast<std::size_t>(in.gcount())});
  return in.eof() ? hash.hex() : "unknown";
}

// The first line of what it says of itself.
std::string program_version(const std::string &name) {
  const std::string path = support::find_program("", name);
  if (path.empty())
    return "not installed";
  support::Process process;
  std::string line;
  const auto deadline = support::Clock::now() + std::chrono::seconds(10);
  if (!process.start({path, "--version"}, false) || process.read_line(line, deadline) != support::Process::Read::Line)
    line = "unknown";
  process.finish();
  return line;
}

// "0.1.0" as 100, "1.2.3" as 10203.
unsigned version_number(std::string_view version) {
  unsigned out = 0, part = 0;
  for (const char c : version)
    if (c == '.') {
      out = (out + part) * 100;
      part = 0;
    } else if (c >= '0' && c <= '9') {
      part = part * 10 + static_cast<unsigned>(c - '0');
    }
  return out + part;
}

} // namespace

std::string versions() {
  const std::string own = own_hash();
  std::string out = fmt::format("lockstep-gpuverify {}\n", jobs::version());
  const auto line = [&](const char *name, const std::string &what) { out += fmt::format("{:<15}: {}\n", name, what); };
  line("local-revision", fmt::format("{}", version_number(jobs::version())));
  line("llvm", frontend::llvm_version());
  line("bugle", own + " (Lockstep's front end: this program)");
  line("libclc", "none (Lockstep knows the functions of OpenCL C itself)");
  line("vcgen", own + " (Lockstep's encoder: this program)");
  line("z3", program_version("z3"));
  line("cvc4", program_version("cvc5"));
  return out;
}

} // namespace lockstep::gpuverify
