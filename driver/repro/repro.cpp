// Reproducers: launch, inputs, the texts of every language, and the folder (repro.h).
#include "driver/repro/repro.h"

#include "cfg/ir/text/shown_name.h"

#include "driver/report/output.h"
#include "driver/report/stage_texts.h"
#include "driver/repro/parts.h"

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <fmt/format.h>
#include <unistd.h>

namespace lockstep::driver {

namespace {

constexpr std::uint64_t usual_limit = std::uint64_t{16} << 20; // bytes of a buffer, unless the finding lies beyond
constexpr std::uint64_t group_limit = std::uint64_t{32} << 10; // bytes of group memory
constexpr std::uint64_t hard_limit = std::uint64_t{1} << 30;

// A value of a counterexample: decimal, perhaps negative; or a truth value. As bits.
std::uint64_t bits_of(const std::string &text) {
  if (text == "true")
    return 1;
  const bool negative = !text.empty() && text[0] == '-';
  std::uint64_t v = 0;
  std::from_chars(text.data() + (negative ? 1 : 0), text.data() + text.size(), v);
  return negative ? ~v + 1 : v;
}

std::optional<std::uint64_t> value(const verify::Finding &f, const std::string &name) {
  const auto it = f.values.find(name);
  return it == f.values.end() ? std::nullopt : std::optional(bits_of(it->second));
}

// Whose length a launch decides: parameters, and dynamic shared memory.
bool is_sized_by_launch(const cfg::Array &a) { return a.param || (a.space == cfg::Space::Group && !a.extent); }

} // namespace

std::uint64_t ReproLaunch::threads() const {
  std::uint64_t n = 1;
  for (std::size_t d = 0; d < 3; ++d)
    n *= local_size[d] * num_groups[d];
  return n;
}

ReproLaunch repro_launch(const cfg::Launch &launch, const verify::Finding &finding) {
  ReproLaunch r;
  for (std::size_t d = 0; d < 3; ++d) {
    std::uint64_t local = 1, groups = 1; // at least what the two threads need
    for (const verify::Access &a : finding.accesses) {
      local = std::max(local, a.thread.local[d] + 1);
      groups = std::max(groups, a.thread.group[d] + 1);
    }
    const std::string axis(1, "xyz"[d]);
    r.local_size[d] = launch.local_size[d].value_or(value(finding, "local_size_" + axis).value_or(local));
    if (launch.num_groups[d])
      r.num_groups[d] = *launch.num_groups[d];
    else if (launch.global_size[d])
      r.num_groups[d] =
          std::max<std::uint64_t>(1, *launch.global_size[d] / std::max<std::uint64_t>(1, r.local_size[d]));
    else
      r.num_groups[d] = value(finding, "num_groups_" + axis).value_or(groups);
    r.global_offset[d] = launch.global_offset[d];
  }
  return r;
}

ReproInputs default_inputs(const cfg::Kernel &kernel, const ReproLaunch &launch, const verify::Finding &finding) {
  ReproInputs in;
  for (const cfg::Var &v : kernel.vars)
    if (v.param)
      in.scalars[cfg::shown_name(v)] = value(finding, cfg::shown_name(v)).value_or(0);
  const std::uint64_t in_group = launch.local_size[0] * launch.local_size[1] * launch.local_size[2];
  for (const cfg::Array &a : kernel.arrays) {
    if (!is_sized_by_launch(a))
      continue;
    const std::string name = cfg::shown_name(a);
    const std::uint64_t size = std::max(1U, a.source_element_bytes);
    const bool group = a.space == cfg::Space::Group;
    // Dynamic shared memory is often declared as char and cut into arrays of wider elements.
    const std::uint64_t in_shared = (4 * in_group + 64) * std::max<std::uint64_t>(size, 8) / size;
    std::uint64_t elements = group ? in_shared : 16 * std::min(launch.threads(), usual_limit) + 1024;
    elements = std::min(elements, (group ? group_limit : usual_limit) / size);
    // An element below the array (a negative index) is left where it is.
    if (name == finding.array && finding.element < hard_limit / size)
      elements = std::max(elements, finding.element + 1 + std::min<std::uint64_t>(in_group, 1024));
    const bool numbers = a.granule_bytes == size && size >= 4 && a.element.width == 8 * size;
    ReproBuffer &buffer = in.buffers[name];
    buffer = {elements * size, {}, a.param && numbers && finding.race == "write-write"};
    // The contents with which the replay showed the violation.
    const auto replayed = finding.replay.arrays.find(static_cast<cfg::ArrayId>(&a - kernel.arrays.data()));
    if (replayed == finding.replay.arrays.end())
      continue;
    buffer.contents.resize(buffer.bytes, 0);
    for (std::size_t i = 0; i < replayed->second.size(); ++i)
      for (unsigned byte = 0; byte < a.granule_bytes && byte < 8; ++byte)
        if (const std::size_t at = i * a.granule_bytes + byte; at < buffer.contents.size())
          buffer.contents[at] = static_cast<std::uint8_t>(replayed->second[i] >> (8 * byte));
  }
  return in;
}

namespace {

std::string run_arguments(const ReproKernel &k, const ReproInputs &inputs, const std::string &name,
                          std::vector<ReproFile> &files) {
  std::string out;
  const auto add = [&](const std::string &word) { out += " --arg " + repro::in_shell(word); };
  for (const cfg::Var &v : k.kernel.vars) {
    if (!v.param || v.source_name.empty()) // a buffer's address: somewhere
      continue;
    const std::string &source = v.source_name;
    const auto it = inputs.scalars.find(source);
    const std::uint64_t bits = it == inputs.scalars.end() ? 0 : it->second;
    const unsigned bytes = std::max(1U, (v.type.width + 7) / 8);
    std::array<std::uint8_t, 8> raw{};
    for (unsigned i = 0; i < 8; ++i)
      raw[i] = static_cast<std::uint8_t>(bits >> (8 * i));
    add(source + "=" +
        repro::scalar(raw.data(), bytes, v.type.is_float() ? frontend::LeafKind::Float : frontend::LeafKind::Signed));
  }
  for (const cfg::Array &a : k.kernel.arrays) {
    if (!a.param)
      continue;
    const std::string source = cfg::shown_name(a);
    const ReproBuffer &b = repro::buffer(inputs, source);
    if (b.contents.empty()) {
      add(fmt::format("{}={}:{}", source, b.counting ? "iota" : "zero",
                      b.bytes / std::max(1U, a.source_element_bytes)));
      continue;
    }
    files.push_back({text_name(name, source) + ".bin", std::string(b.contents.begin(), b.contents.end())});
    add(source + "=@" + files.back().name);
  }
  return out;
}

} // namespace

std::vector<ReproFile> repro_files(const ReproKernel &k, const ReproLaunch &launch, const verify::Finding &finding,
                                   const ReproInputs &inputs, const std::string &name) {
  std::string commands; // lines of other tools
  const repro::Form form = repro::form_of(k);
  std::vector<ReproFile> files;
  if (form == repro::Form::OpenCL)
    files = repro::opencl_files(k, launch, finding, inputs, name, commands);
  else if (form != repro::Form::Other)
    files = repro::cuda_files(k, launch, finding, inputs, name, commands);
  else // as it is: its own first lines hold what it needs
    files.push_back({name + std::filesystem::path(k.file).extension().string(), k.text});

  std::string run = fmt::format("lockstep run {} --kernel {} --schedule random:1:10 --local-size {} --num-groups {}",
                                repro::in_shell(files.front().name), repro::in_shell(k.kernel.name),
                                repro::list(launch.local_size), repro::list(launch.num_groups));
  if (launch.global_offset != std::array<std::uint64_t, 3>{})
    run += " --global-offset " + repro::list(launch.global_offset);
  if (!k.options.standard.empty())
    run += " --std " + repro::in_shell(k.options.standard);
  if (k.options.pointer_bits != 64)
    run += fmt::format(" --pointer-bits {}", k.options.pointer_bits);
  for (const std::string &dir : k.options.include_dirs)
    run += " -I " + repro::in_shell(repro::whole_path(dir));
  run += run_arguments(k, inputs, name, files);
  if (!k.options.clang_options.empty())
    run += " --";
  for (const std::string &word : k.options.clang_options)
    run += " " + repro::in_shell(word);

  std::string text = repro::comment(k, finding, "");
  text += "\nTo see it, in this folder:\n\n" + run + "\n" + commands;
  if (launch.threads() > 1'000'000)
    text += "\nThe launch is large: with fewer groups it runs faster, and may still show the violation.\n";
  files.push_back({name + ".txt", text});
  return files;
}

ReproFolder::ReproFolder(const std::string &path, support::Diagnostics &diags) : path_(path) {
  if (path.empty())
    return;
  std::error_code error;
  std::filesystem::create_directories(path, error);
  if (error || !std::filesystem::is_directory(path, error))
    diags.error({}, fmt::format("cannot make the folder '{}' for reproducers: {}", path,
                                error ? error.message() : "a file of this name exists"));
  else if (::access(path.c_str(), W_OK | X_OK) != 0)
    diags.error({}, fmt::format("cannot write reproducers into '{}': permission denied; choose another folder", path));
}

void ReproFolder::write(const ReproKernel &kernel, const ReproLaunch &launch, const verify::Finding &finding,
                        const ReproInputs &inputs) {
  const std::lock_guard lock(mutex_);
  const std::string stem = text_name(kernel.file, kernel.kernel.name + kernel.variant);
  const std::string name = fmt::format("{}.{}", stem, ++written_[stem]);
  for (const ReproFile &file : repro_files(kernel, launch, finding, inputs, name))
    if (auto out = Output::open(path_ + "/" + file.name, problems_))
      out->commit(file.text, problems_);
}

void ReproFolder::write(const jobs::Violations &v) {
  for (const verify::Finding &f : v.findings) {
    const ReproLaunch shown = repro_launch(v.launch, f);
    write({v.file, v.text, v.kernel, v.parameters, v.options, v.variant}, shown, f, default_inputs(v.kernel, shown, f));
  }
}

support::Diagnostics ReproFolder::problems() const {
  const std::lock_guard lock(mutex_);
  return problems_;
}

} // namespace lockstep::driver
