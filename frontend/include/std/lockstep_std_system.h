// lockstep_std_system.h: files, threads, clocks, random numbers of C++, declared so that host code can be parsed. Part of
// lockstep_std_more.h.
#pragma once

namespace std {

namespace filesystem {
class path {
public:
  path();
  path(const string &);
  path(const char *);
  path operator/(const path &) const;
  path &operator/=(const path &);
  std::string string() const;
  const char *c_str() const;
  path filename() const;
  path extension() const;
  path stem() const;
  path parent_path() const;
  bool empty() const;
  operator std::string() const;
};
struct directory_entry { const filesystem::path &path() const; bool is_directory() const; bool is_regular_file() const; };
struct directory_iterator { explicit directory_iterator(const path &); const directory_entry *begin() const; const directory_entry *end() const; };
typedef directory_iterator recursive_directory_iterator;
bool exists(const path &);
bool is_directory(const path &);
bool is_regular_file(const path &);
bool create_directory(const path &);
bool create_directories(const path &);
bool remove(const path &);
size_t remove_all(const path &);
size_t file_size(const path &);
path current_path();
path absolute(const path &);
path temp_directory_path();
void rename(const path &, const path &);
} // namespace filesystem

// threads
struct thread {
  struct id { bool operator==(id) const; };
  thread();
  template <class... A> explicit thread(A &&...);
  ~thread();
  void join();
  void detach();
  bool joinable() const;
  id get_id() const;
  static unsigned hardware_concurrency();
};
typedef thread jthread;
struct mutex { mutex(); void lock(); void unlock(); bool try_lock(); };
typedef mutex recursive_mutex, shared_mutex;
template <class... M> struct lock_guard { explicit lock_guard(M &...); ~lock_guard(); };
template <class... M> struct scoped_lock { explicit scoped_lock(M &...); ~scoped_lock(); };
template <class M> struct unique_lock { explicit unique_lock(M &); ~unique_lock(); void lock(); void unlock(); };
struct condition_variable { template <class... A> void wait(A &&...); template <class... A> bool wait_for(A &&...); void notify_one(); void notify_all(); };
struct once_flag {};
template <class... A> void call_once(once_flag &, A &&...);
enum memory_order { memory_order_relaxed, memory_order_consume, memory_order_acquire, memory_order_release, memory_order_acq_rel, memory_order_seq_cst };
template <class T> struct atomic {
  atomic();
  atomic(T);
  T operator=(T);
  operator T() const;
  T load(memory_order = memory_order_seq_cst) const;
  void store(T, memory_order = memory_order_seq_cst);
  T exchange(T, memory_order = memory_order_seq_cst);
  T fetch_add(T, memory_order = memory_order_seq_cst);
  T fetch_sub(T, memory_order = memory_order_seq_cst);
  template <class... A> bool compare_exchange_strong(T &, T, A &&...);
  template <class... A> bool compare_exchange_weak(T &, T, A &&...);
  T operator++();
  T operator++(int);
  T operator--();
  T operator--(int);
  T operator+=(T);
  T operator-=(T);
};
typedef atomic<bool> atomic_bool;
typedef atomic<int> atomic_int;
enum class launch { async = 1, deferred = 2 };
template <class T> struct future { T get(); void wait(); bool valid() const; };
template <class T> struct promise { future<T> get_future(); void set_value(const T &); };
template <class... A> future<lks_value> async(A &&...);
namespace this_thread {
template <class D> void sleep_for(D &&);
thread::id get_id();
void yield();
} // namespace this_thread

// clocks
namespace chrono {
typedef duration<long long, ratio<60>> minutes;
typedef duration<long long, ratio<3600>> hours;
} // namespace chrono

// random numbers
typedef mt19937 minstd_rand0, ranlux24, ranlux48, knuth_b;
#define LKS_DISTRIBUTION(name, T)                                                                            \
  template <class R = T> struct name {                                                                       \
    template <class... A> explicit name(A &&...);                                                            \
    template <class G> R operator()(G &);                                                                    \
  };
LKS_DISTRIBUTION(poisson_distribution, int) LKS_DISTRIBUTION(exponential_distribution, double) LKS_DISTRIBUTION(gamma_distribution, double)
LKS_DISTRIBUTION(lognormal_distribution, double) LKS_DISTRIBUTION(binomial_distribution, int) LKS_DISTRIBUTION(geometric_distribution, int)
LKS_DISTRIBUTION(discrete_distribution, int) LKS_DISTRIBUTION(student_t_distribution, double)
#undef LKS_DISTRIBUTION
struct bernoulli_distribution { explicit bernoulli_distribution(double = 0.5); template <class G> bool operator()(G &); };

// numbers
template <class T> struct complex {
  LKS_MEMBER constexpr complex(T re = T(), T im = T()) : re_(re), im_(im) {}
  template <class U> LKS_MEMBER constexpr complex(const complex<U> &o) : re_(o.real()), im_(o.imag()) {}
  typedef T value_type;
  LKS_MEMBER constexpr T real() const { return re_; }
  LKS_MEMBER constexpr T imag() const { return im_; }
  LKS_MEMBER constexpr void real(T v) { re_ = v; }
  LKS_MEMBER constexpr void imag(T v) { im_ = v; }
#define LKS_ASSIGN(op)                                                                                       \
  LKS_MEMBER constexpr complex &operator op##=(const complex &o) { return *this = *this op o; }              \
  LKS_MEMBER constexpr complex &operator op##=(const T &o) { return *this = *this op complex(o); }
  LKS_ASSIGN(+) LKS_ASSIGN(-) LKS_ASSIGN(*) LKS_ASSIGN(/)
#undef LKS_ASSIGN
  LKS_MEMBER friend constexpr complex operator+(const complex &a, const complex &b) { return {a.re_ + b.re_, a.im_ + b.im_}; }
  LKS_MEMBER friend constexpr complex operator-(const complex &a, const complex &b) { return {a.re_ - b.re_, a.im_ - b.im_}; }
  LKS_MEMBER friend constexpr complex operator*(const complex &a, const complex &b) { return {a.re_ * b.re_ - a.im_ * b.im_, a.re_ * b.im_ + a.im_ * b.re_}; }
  LKS_MEMBER friend constexpr complex operator/(const complex &a, const complex &b) {
    const T n = b.re_ * b.re_ + b.im_ * b.im_;
    return {(a.re_ * b.re_ + a.im_ * b.im_) / n, (a.im_ * b.re_ - a.re_ * b.im_) / n};
  }
  LKS_MEMBER friend constexpr complex operator-(const complex &a) { return {-a.re_, -a.im_}; }
  LKS_MEMBER friend constexpr bool operator==(const complex &a, const complex &b) { return a.re_ == b.re_ && a.im_ == b.im_; }
  LKS_MEMBER friend constexpr bool operator!=(const complex &a, const complex &b) { return !(a == b); }

private:
  T re_, im_;
};
template <class T> LKS_HD constexpr T real(const complex<T> &a) { return a.real(); }
template <class T> LKS_HD constexpr T imag(const complex<T> &a) { return a.imag(); }
template <class T> LKS_HD constexpr T norm(const complex<T> &a) { return a.real() * a.real() + a.imag() * a.imag(); }
template <class T> LKS_HD constexpr complex<T> conj(const complex<T> &a) { return {a.real(), -a.imag()}; }
template <class T> LKS_HD T abs(const complex<T> &a) { return ::sqrt(norm(a)); }
template <class T> LKS_HD T arg(const complex<T> &a) { return ::atan2(a.imag(), a.real()); }
template <class T> LKS_HD complex<T> polar(T r, T t) { return {r * ::cos(t), r * ::sin(t)}; }
template <class T> LKS_HD complex<T> exp(const complex<T> &a) { return polar(::exp(a.real()), a.imag()); }
template <class T> LKS_HD complex<T> sqrt(const complex<T> &a) { return polar(::sqrt(abs(a)), arg(a) / 2); }

} // namespace std
