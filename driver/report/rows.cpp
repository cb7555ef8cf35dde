// Rows as they come: see rows.h.
#include "driver/report/rows.h"

#include <algorithm>

namespace lockstep::driver {

Rows::Some Rows::rows_of(const std::vector<jobs::KernelReport> &reports) const {
  std::vector<jobs::KernelReport> told;
  std::copy_if(reports.begin(), reports.end(), std::back_inserter(told),
               [&](const jobs::KernelReport &k) { return !(how_.nothing_last && k.nothing); });
  return {table_rows(told, how_.compared, style_), told.size()};
}

void Rows::add(const Some &rows) {
  next_rows_ += rows.text;
  count_ += rows.count;
}

void Rows::write() {
  if (output_.write_now(any_ ? next_rows_ : table_head(how_.compared) + next_rows_))
    any_ = true;
  next_rows_.clear();
}

void Rows::finish() {
  const std::lock_guard lock(mutex_);
  for (const auto &[file, rows] : waiting_)
    add(rows);
  waiting_.clear();
  if (is_due())
    write();
}

} // namespace lockstep::driver
