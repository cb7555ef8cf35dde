// The result cache on disk (result_cache.h). Write-ahead log: readers never wait, a process that is killed leaves a
// file that the next one repairs by itself.
#include "verify/cache/result_cache.h"

#include "support/sound.h"

#include <fmt/format.h>
#include <sqlite3.h>

#include <chrono>
#include <filesystem>
#include <mutex>
#include <stdexcept>
#include <thread>
#include <utility>

#include <sys/stat.h>

namespace lockstep::verify {

namespace {

constexpr int form = 1;                          // of the tables; another one's are thrown away
constexpr int patience_ms = 2000;                // for another process that writes
constexpr std::int64_t fresh = 3600LL * 1000000; // us: an entry used since then is not marked as used again

struct Trouble : std::runtime_error {
  explicit Trouble(const char *what, int status = SQLITE_ERROR)
      : std::runtime_error(what), busy((status & 0xff) == SQLITE_BUSY) {}
  bool busy; // another process has the file
};

} // namespace

struct ResultCache::State {
  std::string path, complaint;
  std::uint64_t limit = 0;
  sqlite3 *db = nullptr;
  std::mutex mutex; // of the connection: kernels of one file are judged at the same time

  ~State() { sqlite3_close(db); }

  void check(int status) const {
    if (status != SQLITE_OK && status != SQLITE_ROW && status != SQLITE_DONE)
      throw Trouble(db != nullptr ? sqlite3_errmsg(db) : sqlite3_errstr(status), status);
  }
  void run(const char *sql) const { check(sqlite3_exec(db, sql, nullptr, nullptr, nullptr)); }
  std::int64_t number(const char *sql) const;

  void open();
  // Does the step, more than once if need be.
  template <typename Step> void guarded(Step step) {
    const std::lock_guard lock(mutex);
    if (db == nullptr)
      return;
    // SQLite does not wait by itself where two processes make a file at once, or repair its log.
    const auto until = std::chrono::steady_clock::now() + std::chrono::milliseconds(patience_ms);
    for (;;)
      try {
        return step();
      } catch (const Trouble &t) {
        if (!t.busy || std::chrono::steady_clock::now() > until) {
          complaint = fmt::format("the result cache '{}' cannot be used ({}); going on without it", path, t.what());
          sqlite3_close(db);
          db = nullptr;
          return;
        }
        if (sqlite3_get_autocommit(db) == 0)
          sqlite3_exec(db, "ROLLBACK", nullptr, nullptr, nullptr);
        std::this_thread::sleep_for(std::chrono::milliseconds(5));
      }
  }
};

namespace {

class Statement {
public:
  Statement(const char *sql, sqlite3 *db) : db_(db) { check(sqlite3_prepare_v2(db, sql, -1, &statement_, nullptr)); }
  ~Statement() { sqlite3_finalize(statement_); }
  Statement(const Statement &) = delete;
  Statement &operator=(const Statement &) = delete;

  Statement &with(int at, std::uint64_t v) {
    check(sqlite3_bind_int64(statement_, at, static_cast<sqlite3_int64>(v)));
    return *this;
  }
  Statement &with(int at, std::string_view v) { // as bytes: a key may hold anything
    check(sqlite3_bind_blob64(statement_, at, v.data(), v.size(), SQLITE_STATIC));
    return *this;
  }
  bool row() {
    const int status = sqlite3_step(statement_);
    check(status == SQLITE_ROW || status == SQLITE_DONE ? SQLITE_OK : status);
    return status == SQLITE_ROW;
  }
  std::int64_t number(int column) { return sqlite3_column_int64(statement_, column); }
  std::string_view bytes(int column) { // until the next row
    const void *data = sqlite3_column_blob(statement_, column);
    return {static_cast<const char *>(data), static_cast<std::size_t>(sqlite3_column_bytes(statement_, column))};
  }

private:
  void check(int status) {
    if (status != SQLITE_OK)
      throw Trouble(sqlite3_errmsg(db_), status);
  }
  sqlite3 *db_;
  sqlite3_stmt *statement_ = nullptr;
};

std::uint64_t check_sum(std::string_view key, std::string_view value) {
  return fingerprint(key) * 31 + fingerprint(value);
}

std::int64_t now() {
  using std::chrono::microseconds;
  return std::chrono::duration_cast<microseconds>(std::chrono::system_clock::now().time_since_epoch()).count();
}

} // namespace

std::int64_t ResultCache::State::number(const char *sql) const {
  Statement s(sql, db);
  return s.row() ? s.number(0) : 0;
}

void ResultCache::State::open() {
  const int status =
      sqlite3_open_v2(path.c_str(), &db, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX, nullptr);
  if (db == nullptr)
    throw Trouble(sqlite3_errstr(status));
  guarded([&] {
    check(status);
    sqlite3_busy_timeout(db, patience_ms);
    if (number("PRAGMA user_version") != form) {
      run("PRAGMA journal_mode = WAL");
      run("BEGIN IMMEDIATE");
      if (number("PRAGMA user_version") != form) { // else another process was quicker
        run("DROP TABLE IF EXISTS results");
        run("CREATE TABLE results (hash INTEGER PRIMARY KEY, used INTEGER, sum INTEGER, key BLOB, value BLOB)");
        run("CREATE INDEX results_used ON results (used)");
        run(fmt::format("PRAGMA user_version = {}", form).c_str());
      }
      run("COMMIT");
    }
    run("PRAGMA synchronous = NORMAL");
    run("PRAGMA journal_size_limit = 4000000");
  });
}

ResultCache::ResultCache(const std::string &folder, std::uint64_t limit) : state_(std::make_unique<State>()) {
  state_->path = (std::filesystem::path(folder) / "results.sqlite").string();
  state_->limit = limit;
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  if (error)
    state_->complaint =
        fmt::format("the result cache '{}' cannot be used ({}); going on without it", folder, error.message());
  else
    try {
      state_->open();
    } catch (const Trouble &t) {
      state_->complaint =
          fmt::format("the result cache '{}' cannot be used ({}); going on without it", state_->path, t.what());
    }
}

ResultCache::~ResultCache() = default;

bool ResultCache::usable() const { return state_->db != nullptr; }
std::string ResultCache::take_complaint() {
  const std::lock_guard lock(state_->mutex);
  return std::exchange(state_->complaint, {});
}

std::optional<std::string> ResultCache::find(std::string_view key) {
  std::optional<std::string> found;
  state_->guarded([&] {
    const std::uint64_t hash = fingerprint(key);
    std::int64_t used = 0;
    {
      Statement s("SELECT used, sum, key, value FROM results WHERE hash = ?", state_->db);
      s.with(1, hash);
      if (!s.row() || support::unsound("result_cache.key", s.bytes(2) != key))
        return;
      const std::string_view value = s.bytes(3);
      if (static_cast<std::uint64_t>(s.number(1)) != check_sum(key, value))
        throw Trouble("an entry's check sum is wrong; remove the file");
      used = s.number(0);
      found = std::string(value);
    }
    if (now() - used > fresh) {
      Statement s("UPDATE results SET used = ? WHERE hash = ?", state_->db);
      s.with(1, static_cast<std::uint64_t>(now())).with(2, hash).row();
    }
  });
  return found;
}

void ResultCache::store(std::string_view key, std::string_view value) {
  if (key.size() + value.size() > state_->limit / 8)
    return;
  state_->guarded([&] {
    Statement("INSERT OR REPLACE INTO results VALUES (?, ?, ?, ?, ?)", state_->db)
        .with(1, fingerprint(key))
        .with(2, static_cast<std::uint64_t>(now()))
        .with(3, check_sum(key, value))
        .with(4, key)
        .with(5, value)
        .row();
    const std::int64_t pages = state_->number("PRAGMA page_count") - state_->number("PRAGMA freelist_count");
    if (static_cast<std::uint64_t>(pages * state_->number("PRAGMA page_size")) > state_->limit)
      state_->run("DELETE FROM results WHERE hash IN (SELECT hash FROM results ORDER BY used "
                  "LIMIT 1 + (SELECT count(*) FROM results) / 4)");
  });
}

std::uint64_t fingerprint(std::string_view text) { // FNV-1a
  std::uint64_t h = 14695981039346656037ULL;
  for (const char c : text)
    h = (h ^ static_cast<unsigned char>(c)) * 1099511628211ULL;
  return h;
}

std::string file_version(const std::string &path) {
  struct stat s{};
  if (path.empty() || ::stat(path.c_str(), &s) != 0)
    return "-";
  return fmt::format("{}.{}.{}", s.st_size, s.st_mtim.tv_sec, s.st_mtim.tv_nsec);
}

} // namespace lockstep::verify
