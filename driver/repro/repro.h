// Reproducers (verify --repro): what shows a violation elsewhere, on one concrete launch with concrete inputs.
//
//   OpenCL   NAME.cl, NAME.sim    for `oclgrind-kernel --data-races NAME.sim`
//   CUDA     NAME.cu              kernel and host `main`, for a GPU's race checker; HIP likewise (.hip)
//   any      NAME.txt             the commands, `lockstep run` among them; *.bin for arrays whose contents matter
//
// Texts are a pure function of the kernel, the launch, the finding and the inputs; ReproFolder writes them.
#pragma once

#include "cfg/ir/kernel.h"
#include "cfg/ir/launch.h"
#include "frontend/frontend.h"
#include "jobs/pipeline/pipeline.h"
#include "support/diagnostic.h"
#include "verify/result.h"

#include <array>
#include <cstdint>
#include <map>
#include <mutex>
#include <string>
#include <vector>

namespace lockstep::driver {

struct ReproBuffer {
  std::uint64_t bytes = 0;
  std::vector<std::uint8_t> contents; // of `bytes` bytes; empty: all zero, or
  bool counting = false;              // 0, 1, 2, ... in its elements, which are numbers of 4 or 8 bytes
};

// Inputs of one execution, by the names that the kernel IR shows (source names): scalars as bits.
struct ReproInputs {
  std::map<std::string, std::uint64_t> scalars; // not listed: 0
  std::map<std::string, ReproBuffer> buffers;
};

struct ReproLaunch { // every size given
  std::array<std::uint64_t, 3> local_size{1, 1, 1}, num_groups{1, 1, 1}, global_offset{};
  std::uint64_t threads() const;
};

struct ReproKernel {
  std::string file, text; // the source as the user gave it
  const cfg::Kernel &kernel;
  const std::vector<frontend::Parameter> &parameters; // empty: not known (.kir, LLVM IR)
  const jobs::KernelOptions &options;                 // macros, include paths, standard
  std::string variant = {};                           // for the files' names: see FileRun
};

struct ReproFile {
  std::string name, text;
};

// The sizes of the counterexample where the launch leaves them free.
ReproLaunch repro_launch(const cfg::Launch &launch, const verify::Finding &finding);

// Without a replay: scalars from the counterexample, floats zero. Contents are zero, too; but 0, 1, 2, ... where two
// writes race: writes of the same value would not show it. A buffer has 16 elements a thread (up to 16 MiB), and
// reaches beyond the element of the finding: an estimate, which may be too short for a kernel that spreads its accesses
// widely.
ReproInputs default_inputs(const cfg::Kernel &kernel, const ReproLaunch &launch, const verify::Finding &finding);

// `name`: of the files, without a suffix.
std::vector<ReproFile> repro_files(const ReproKernel &kernel, const ReproLaunch &launch, const verify::Finding &finding,
                                   const ReproInputs &inputs, const std::string &name);

// Where reproducers go. May be used from several threads.
class ReproFolder {
public:
  // Makes the folder; an empty path means that nothing is written. A folder that cannot be made or written to is an
  // error.
  ReproFolder(const std::string &path, support::Diagnostics &diags);

  bool wanted() const { return !path_.empty(); }
  void write(const jobs::Violations &violations);
  // One violation's files, each whole or not there at all.
  void write(const ReproKernel &kernel, const ReproLaunch &launch, const verify::Finding &finding,
             const ReproInputs &inputs);
  support::Diagnostics problems() const; // files that could not be written

private:
  std::string path_;
  mutable std::mutex mutex_;
  std::map<std::string, unsigned> written_; // violations by file and kernel
  support::Diagnostics problems_;
};

} // namespace lockstep::driver
