// Rows as they come: see rows.h.
#include "driver/report/rows.h"

#include <algorithm>

namespace lockstep::driver {

std::string Rows::rows_of(const std::vector<jobs::KernelReport> &reports) const {
  std::vector<jobs::KernelReport> told;
  std::copy_if(reports.begin(), reports.end(), std::back_inserter(told),
               [&](const jobs::KernelReport &k) { return !(nothing_last_ && k.nothing); });
  return table_rows(told, compared_, style_);
}

void Rows::write(const std::string &rows) {
  if (output_.write_now(any_ ? rows : table_head(compared_) + rows))
    any_ = true;
}

void Rows::finish() {
  const std::lock_guard lock(mutex_);
  for (const auto &[file, rows] : waiting_)
    if (!rows.empty())
      write(rows);
  waiting_.clear();
}

} // namespace lockstep::driver
