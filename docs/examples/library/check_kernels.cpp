// check_kernels FILE [OPTION...]: verdicts of a file's kernels, what its accesses cost a warp, and the bounds of its
// cost.
#include <lockstep/lockstep.h>

#include <iostream>

namespace {

int show(const lockstep::Verification &v) {
  if (!v.problem.empty()) {
    std::cerr << v.problem << "\n";
    return 2;
  }
  int status = 0;
  for (const lockstep::KernelVerdict &k : v.kernels) {
    std::cout << k.kernel << ": " << lockstep::name(k.verdict) << "\n";
    for (const lockstep::Finding &f : k.findings)
      std::cout << "  line " << f.place.line << ": " << f.message << (f.confirmed ? " (confirmed)" : "") << "\n";
    status |= k.verdict != lockstep::Verdict::Verified;
  }
  return status;
}

void show(const lockstep::Counts &c) {
  for (const lockstep::KernelCount &k : c.kernels)
    for (const lockstep::AccessCount &a : k.accesses)
      if (!a.group_memory)
        std::cout << "  line " << a.place.line << ": " << a.kind << " of '" << a.array << "': " << a.sectors.lo
                  << " to " << a.sectors.hi << " sectors\n";
}

void show(const lockstep::Bounds &b) {
  for (const lockstep::KernelBound &k : b.kernels)
    for (const lockstep::MetricBound &m : k.metrics)
      std::cout << "  " << m.metric << ": at most " << m.upper.value_or("(no bound)") << "\n";
}

} // namespace

int main(int argc, char **argv) {
  if (argc < 2) {
    std::cerr << "usage: check_kernels FILE [OPTION...]\n";
    return 2;
  }
  const std::vector<std::string> options(argv + 2, argv + argc);
  const int status = show(lockstep::verify_file(argv[1], options));
  show(lockstep::count_file(argv[1]));
  show(lockstep::bound_file(argv[1]));
  return status;
}
