// Programs to kernels (subject.h).
#include "tests/oracle/subject.h"

#include "cfg/ir/check.h"
#include "cfg/ir/text/parse.h"
#include "cfg/ir/text/print.h"
#include "frontend/frontend.h"
#include "tests/oracle/to_cl.h"
#include "tests/oracle/to_kir.h"

#include <fmt/format.h>
#include <fstream>
#include <stdexcept>
#include <unistd.h>

namespace lockstep::oracle {

Builder::Builder() {
  std::string pattern = (std::filesystem::temp_directory_path() / "lockstep-oracle-XXXXXX").string();
  if (!mkdtemp(pattern.data()))
    throw std::runtime_error("cannot make a folder for temporary files in " +
                             std::filesystem::temp_directory_path().string());
  folder_ = pattern;
}

Builder::~Builder() {
  std::error_code ignored;
  std::filesystem::remove_all(folder_, ignored);
}

cfg::Launch launch_of(const Program &p) {
  cfg::Launch l;
  l.dimensions = p.local_size[1] > 1 || p.num_groups[1] > 1 ? 2 : 1;
  for (unsigned d = 0; d < 2; ++d) {
    l.local_size[d] = p.local_size[d];
    l.num_groups[d] = p.num_groups[d];
  }
  return l;
}

std::optional<Subject> Builder::build(const Program &p, Form form, support::Diagnostics &diags) const {
  Subject s;
  s.launch = launch_of(p);
  if (form == Form::Kir) {
    const cfg::Kernel made = to_kir(p);
    if (!cfg::check(made, diags))
      return std::nullopt;
    s.text = cfg::print(made);
    auto kernel = cfg::parse(s.text, "oracle.kir", diags);
    if (!kernel || !cfg::check(*kernel, diags))
      return std::nullopt;
    s.kernel = std::move(*kernel);
    return s;
  }
  s.text = to_cl(p);
  const std::string file = (folder_ / "oracle.cl").string();
  std::ofstream(file) << s.text;
  frontend::Options options;
  options.pointer_bits = p.offset_bits;
  options.launch = s.launch;
  const auto module = frontend::compile(file, options, diags);
  if (!module)
    return std::nullopt;
  const auto names = frontend::kernels(*module);
  if (names.empty())
    return std::nullopt;
  auto kernel = frontend::build_kernel(*module, names[0], options, diags);
  if (!kernel || !cfg::check(*kernel, diags))
    return std::nullopt;
  s.kernel = std::move(*kernel);
  return s;
}

std::string test_file(const Program &p, const Subject &s, const std::string &verdict, const std::string &remark) {
  std::string header;
  if (!verdict.empty())
    header += fmt::format("// expect: {}\n", verdict);
  header += fmt::format("//--local_size=[{},{}] --num_groups=[{},{}]{}\n", p.local_size[0], p.local_size[1],
                        p.num_groups[0], p.num_groups[1], p.offset_bits == 32 ? " --pointer-bits=32" : "");
  return header + "// " + remark + "\n" + s.text;
}

} // namespace lockstep::oracle
