// What the layer knows and notes (recorder.h).
#include "record/recorder.h"

#include "record/entry.h"

#include <cerrno>
#include <cstring>

namespace lockstep::record {

namespace {

// What an argument of these bytes is: a handle of a known object, group memory, or a scalar.
Argument argument_of(std::size_t size, const void *value, const std::map<cl_mem, Memory> &memories,
                     const std::map<cl_sampler, Sampler> &samplers) {
  if (value == nullptr)
    return Local{size};
  if (size == sizeof(void *)) {
    void *handle = nullptr;
    std::memcpy(&handle, value, size);
    if (const auto m = memories.find(static_cast<cl_mem>(handle)); m != memories.end())
      return m->second;
    if (samplers.count(static_cast<cl_sampler>(handle)) != 0)
      return Sampler{};
  }
  const auto *bytes = static_cast<const unsigned char *>(value);
  return Scalar(bytes, bytes + size);
}

void set_argument(std::map<cl_kernel, Kernel> &kernels, cl_kernel kernel, cl_uint index, Argument value) {
  const auto k = kernels.find(kernel);
  if (k == kernels.end())
    return;
  if (index >= k->second.arguments.size())
    k->second.arguments.resize(index + 1);
  k->second.arguments[index] = std::move(value);
}

} // namespace

// The program must not notice: neither an exception nor a changed errno leaves this.
template <typename Do> auto Recorder::guarded(Do &&what) noexcept -> decltype(what()) {
  using Result = decltype(what());
  const int before = errno;
  struct Restore {
    int value;
    ~Restore() { errno = value; }
  } const restore{before};
  try {
    const std::lock_guard lock(mutex_);
    try {
      return what();
    } catch (const std::exception &e) {
      journal_.lost(e.what());
    }
  } catch (...) {}
  return Result();
}

void Recorder::program(cl_program made, Program what) {
  guarded([&] { programs_[made] = std::make_shared<const Program>(std::move(what)); });
}

void Recorder::options(cl_program program, const char *options) {
  guarded([&] {
    if (const auto p = programs_.find(program); p != programs_.end()) {
      Program built = *p->second;
      built.options = options == nullptr ? "" : options;
      p->second = std::make_shared<const Program>(std::move(built));
    }
  });
}

void Recorder::not_recordable(cl_program program, const std::string &why) {
  guarded([&] {
    if (const auto p = programs_.find(program); p != programs_.end()) {
      Program built = *p->second;
      built.not_recordable = why;
      p->second = std::make_shared<const Program>(std::move(built));
    }
  });
}

std::optional<Program> Recorder::program_of(cl_program program) {
  return guarded([&]() -> std::optional<Program> {
    const auto p = programs_.find(program);
    return p == programs_.end() ? std::nullopt : std::optional(*p->second);
  });
}

void Recorder::memory(cl_mem made, Memory what) {
  guarded([&] {
    if (what.root == host_memory && what.begins == 0)
      what.root = ++roots_;
    memories_[made] = what;
  });
}

std::optional<Memory> Recorder::memory_of(cl_mem memory) {
  return guarded([&]() -> std::optional<Memory> {
    const auto m = memories_.find(memory);
    return m == memories_.end() ? std::nullopt : std::optional(m->second);
  });
}

void Recorder::forget(cl_mem made) {
  guarded([&] { memories_.erase(made); });
}

void Recorder::sampler(cl_sampler made) {
  guarded([&] { samplers_[made] = {}; });
}

void Recorder::kernel(cl_kernel made, cl_program program, const std::string &name, std::size_t arguments) {
  guarded([&] {
    const auto p = programs_.find(program);
    auto of = p != programs_.end() ? p->second : std::make_shared<const Program>(Program{"", "", "made unseen"});
    kernels_[made] = {std::move(of), name, std::vector<Argument>(arguments)};
  });
}

void Recorder::kernel_copy(cl_kernel made, cl_kernel of) {
  guarded([&] {
    if (const auto k = kernels_.find(of); k != kernels_.end())
      kernels_[made] = Kernel(k->second);
  });
}

void Recorder::argument(cl_kernel kernel, cl_uint index, std::size_t size, const void *value) {
  guarded([&] { set_argument(kernels_, kernel, index, argument_of(size, value, memories_, samplers_)); });
}

void Recorder::svm_argument(cl_kernel kernel, cl_uint index) {
  guarded([&] { set_argument(kernels_, kernel, index, Svm{}); });
}

std::optional<std::size_t> Recorder::launch(cl_kernel kernel, const Sizes &sizes) {
  return guarded([&]() -> std::optional<std::size_t> {
    const auto k = kernels_.find(kernel);
    if (k == kernels_.end()) {
      journal_.lost("a launch of a kernel that was made unseen");
      return std::nullopt;
    }
    const Program &program = *k->second.program;
    const std::string source = program.not_recordable.empty() ? journal_.source_file(program.source) : "";
    return journal_.launch(entry(k->second, sizes, source));
  });
}

void Recorder::launched(std::optional<std::size_t> id, bool success) {
  guarded([&] {
    if (id && success)
      journal_.made(*id);
    else if (id)
      journal_.failed(*id);
  });
}

void Recorder::finish() {
  guarded([&] { journal_.finish(); });
}

} // namespace lockstep::record
