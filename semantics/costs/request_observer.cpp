// The counts of memory requests (request_observer.h).
#include "semantics/costs/request_observer.h"

#include <algorithm>
#include <set>

namespace lockstep::semantics {

namespace {

using Units = std::set<std::int64_t>;

std::int64_t unit(std::int64_t byte, std::uint64_t size) { // offsets may be negative
  const auto s = static_cast<std::int64_t>(size);
  return byte >= 0 ? byte / s : -((-byte + s - 1) / s);
}

std::uint64_t units_of(const Units &bytes, std::uint64_t size, std::int64_t start = 0) {
  Units out;
  for (std::int64_t b : bytes)
    out.insert(unit(b - start, size));
  return out.size();
}

void count_group(RequestCounts &to, const Request &r, const cfg::Target &t, std::int64_t base, std::int64_t granule) {
  const auto width = static_cast<std::int64_t>(r.granules) * granule;
  std::uint64_t wavefronts = 0, degree = 0;
  std::map<unsigned, std::map<std::int64_t, Units>> phases; // phase -> bank -> words
  for (const Request::Lane &l : r.lanes)
    for (std::int64_t b = 0; b < width; ++b) {
      const std::int64_t word = unit(base + l.lo * granule + b, t.bank_bytes);
      const auto banks = static_cast<std::int64_t>(t.banks);
      phases[l.lane / t.lanes_a_phase(static_cast<std::uint64_t>(width))][((word % banks) + banks) % banks].insert(
          word);
    }
  for (const auto &[phase, banks] : phases) {
    std::uint64_t most = 0;
    for (const auto &[bank, words] : banks)
      most = std::max<std::uint64_t>(most, words.size());
    wavefronts += most;
    degree = std::max(degree, most);
  }
  const bool first = to.requests == 1;
  to.wavefronts.add(wavefronts, first);
  to.degree.add(degree, first);
  to.ideal.add(phases.size(), first);
}

void count(RequestCounts &to, const Request &r, const cfg::Array &array, const RequestOptions &options) {
  const cfg::Target &t = options.target;
  const auto given = options.base.find(r.array);
  const auto base = static_cast<std::int64_t>(given == options.base.end() ? 0 : given->second);
  const auto granule = static_cast<std::int64_t>(array.granule_bytes);
  const auto width = static_cast<std::int64_t>(r.granules) * granule;
  Units bytes;
  std::map<std::int64_t, std::uint64_t> at; // lanes by address
  for (const Request::Lane &l : r.lanes) {
    ++at[l.lo];
    for (std::int64_t b = 0; b < width; ++b)
      bytes.insert(base + l.lo * granule + b);
  }
  const bool first = to.requests++ == 0;
  to.lanes.add(r.lanes.size(), first);
  to.bytes.add(bytes.size(), first);
  if (array.space == cfg::Space::Group)
    count_group(to, r, t, base, granule);
  else if (array.space == cfg::Space::Constant)
    to.words.add(units_of(bytes, 4), first);
  else {
    to.sectors.add(units_of(bytes, t.sector_bytes), first);
    to.lines.add(units_of(bytes, t.line_bytes), first);
    to.lines_aligned.add(units_of(bytes, t.line_bytes, *bytes.begin()), first);
    to.ideal.add((bytes.size() + t.sector_bytes - 1) / t.sector_bytes, first);
  }
  if (r.kind != cfg::AccessKind::Read && r.kind != cfg::AccessKind::Write) {
    std::uint64_t most = 0;
    for (const auto &[address, lanes] : at)
      most = std::max(most, lanes);
    to.same.add(most, first);
  }
}

} // namespace

void Spread::add(std::uint64_t n, bool first) {
  least = first ? n : std::min(least, n);
  most = first ? n : std::max(most, n);
  sum += n;
}

void RequestObserver::on_start(const cfg::Kernel &k, const Geometry &) {
  kernel_ = &k;
  seen_ = kept_;
  for (const cfg::AccessRef &a : cfg::shared_accesses(k)) {
    AccessCounts &c = seen_[Site{a.block, a.stmt}];
    c.array = a.array;
    c.kind = a.kind;
  }
}

void RequestObserver::on_end(const Execution &e) {
  if (e.ending != Ending::Infeasible && e.ending != Ending::Redundant)
    kept_ = seen_;
}

void RequestObserver::on_request(const Request &r) {
  AccessCounts &c = seen_[r.site];
  c.array = r.array;
  c.kind = r.kind;
  const cfg::Array &array = kernel_->arrays[r.array];
  count(c.all, r, array, options_);
  if (r.lanes.size() == r.warp_lanes)
    count(c.full, r, array, options_);
}

RequestCounts request_counts(const Request &r, const cfg::Array &array, const RequestOptions &options) {
  RequestCounts out;
  count(out, r, array, options);
  return out;
}

} // namespace lockstep::semantics
