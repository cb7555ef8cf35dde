// Sentences about what the lanes of a wasteful access do, and what would help (cost/advice/hints.h).
#pragma once

#include "jobs/counts/kernel_costs.h"

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

namespace lockstep::jobs {

coalescing::Language language_of(const std::string &file); // in whose words ids are told

std::vector<std::string> perf_notes(const CountedKernel &k, std::size_t access);
std::vector<std::string> perf_hints(const CountedKernel &k, std::size_t access);
std::string advice_text(const CountedKernel &k, std::size_t access); // "  note: ...\n  hint: ...\n"
void add_advice(const CountedKernel &k, std::size_t access, nlohmann::ordered_json &to);

} // namespace lockstep::jobs
