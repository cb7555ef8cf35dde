// lockstep_std_host.h: strings, containers, streams, clocks and random numbers of C++, declared so that host code can be
// parsed. Nothing of it is compiled. Part of lockstep_std.h.
#pragma once

namespace std {

class string {
public:
  static const size_t npos = -1;
  string();
  string(const char *);
  string(const char *, size_t);
  string(size_t, char);
  string(const char *, const char *);
  string(const string &);
  ~string();
  string &operator=(const string &);
  string &operator+=(const string &);
  string &operator+=(char);
  char &operator[](size_t);
  const char &operator[](size_t) const;
  const char *c_str() const;
  const char *data() const;
  size_t size() const;
  size_t length() const;
  bool empty() const;
  size_t find(char, size_t = 0) const;
  size_t rfind(char, size_t = npos) const;
  size_t find_last_of(char, size_t = npos) const;
  size_t find_first_of(char, size_t = 0) const;
  size_t find_first_not_of(char, size_t = 0) const;
  size_t find_last_not_of(char, size_t = npos) const;
  size_t find(const string &, size_t = 0) const;
  size_t rfind(const string &, size_t = npos) const;
  size_t find_last_of(const string &, size_t = npos) const;
  size_t find_first_of(const string &, size_t = 0) const;
  size_t find_first_not_of(const string &, size_t = 0) const;
  size_t find_last_not_of(const string &, size_t = npos) const;
  string &append(const string &);
  string &append(size_t, char);
  string &append(const char *, size_t);
  string &replace(size_t, size_t, const string &);
  string &replace(size_t, size_t, size_t, char);
  string &erase(size_t = 0, size_t = npos);
  string &insert(size_t, const string &);
  int compare(const string &) const;
  void resize(size_t);
  void clear();
  void push_back(char);
  char &back();
  string substr(size_t = 0, size_t = npos) const;
  char *begin();
  char *end();
};
string operator+(const string &, const string &);
string operator+(const char *, const string &);
string operator+(const string &, char);
string operator+(char, const string &);
bool operator==(const string &, const string &);
bool operator!=(const string &, const string &);
bool operator<(const string &, const string &);
template <class T> string to_string(T);
int stoi(const string &);
long stol(const string &);
float stof(const string &);
double stod(const string &);

class type_info {
public:
  virtual ~type_info();
  const char *name() const noexcept;
  bool operator==(const type_info &) const noexcept;
  bool operator!=(const type_info &) const noexcept;
};

// streams
struct ios_base {
  enum { in = 1, out = 2, binary = 4, app = 8, ate = 16, trunc = 32, beg = 0, cur = 64, end = 128 };
  bool good() const;
  bool bad() const;
  bool fail() const;
  bool eof() const;
};
struct ostream : ios_base {
  template <class T> ostream &operator<<(const T &);
  ostream &operator<<(ostream &(*)(ostream &));
  ostream &operator<<(ios_base &(*)(ios_base &));
  ostream &write(const char *, long);
  ostream &flush();
  long precision(long);
};
struct istream : ios_base {
  template <class T> istream &operator>>(T &);
  istream &read(char *, long);
  explicit operator bool() const;
};
struct ofstream : ostream {
  explicit ofstream(const string &, int = 0);
  bool is_open() const;
  void close();
};
struct fstream : ostream {
  fstream();
  explicit fstream(const string &, int = 0);
  void open(const string &, int = 0);
  bool is_open() const;
  void close();
  fstream &seekg(long, int = 0);
  long tellg();
  fstream &read(char *, long);
  template <class T> fstream &operator>>(T &);
  explicit operator bool() const;
};
struct ifstream : istream {
  explicit ifstream(const string &, int = 0);
  bool is_open() const;
  void close();
};
struct stringstream : ostream {
  stringstream();
  explicit stringstream(const string &);
  string str() const;
  template <class T> stringstream &operator>>(T &);
};
typedef stringstream ostringstream;
typedef ios_base ios;
struct exception {
  virtual ~exception();
  virtual const char *what() const noexcept;
};
struct runtime_error : exception { explicit runtime_error(const string &); };
struct logic_error : exception { explicit logic_error(const string &); };
struct invalid_argument : logic_error { explicit invalid_argument(const string &); };
struct out_of_range : logic_error { explicit out_of_range(const string &); };
struct bad_alloc : exception {};
ostream &endl(ostream &);
ostream &flush(ostream &);
ios_base &fixed(ios_base &);
ios_base &scientific(ios_base &);
ios_base &boolalpha(ios_base &);
ios_base &hex(ios_base &);
ios_base &left(ios_base &);
ios_base &right(ios_base &);
int setw(int);
int setprecision(int);
char setfill(char);
istream &getline(istream &, string &, char = 0);
extern ostream cout, cerr;
extern istream cin;

// containers and algorithms
template <class T> class initializer_list {
  const T *begin_;
  size_t size_;

public:
  constexpr initializer_list() : begin_(nullptr), size_(0) {}
  constexpr size_t size() const { return size_; }
  constexpr const T *begin() const { return begin_; }
  constexpr const T *end() const { return begin_ + size_; }
};
template <class T> class vector {
public:
  typedef T value_type;
  typedef T *iterator;
  typedef const T *const_iterator;
  vector();
  explicit vector(size_t);
  vector(size_t, const T &);
  vector(initializer_list<T>);
  vector(const T *, const T *);
  template <class I, class = typename I::value_type> vector(I, I);
  template <class U> vector(const U *, const U *);
  vector(const vector &);
  ~vector();
  vector &operator=(const vector &);
  T &operator[](size_t);
  const T &operator[](size_t) const;
  T &at(size_t);
  T *data();
  const T *data() const;
  T *begin();
  T *end();
  const T *begin() const;
  const T *end() const;
  T &back();
  T &front();
  size_t size() const;
  bool empty() const;
  void resize(size_t);
  void resize(size_t, const T &);
  void reserve(size_t);
  void assign(size_t, const T &);
  void clear();
  void push_back(const T &);
  template <class... A> T &emplace_back(A &&...);
  void pop_back();
  const T &front() const;
  const T &back() const;
  const T &at(size_t) const;
  const T *cbegin() const;
  const T *cend() const;
  T *rbegin();
  T *rend();
  template <class... A> T *insert(const T *, A &&...);
  template <class... A> T *insert(const T *, initializer_list<T>);
  T *erase(const T *);
  T *erase(const T *, const T *);
  void swap(vector &);
  void shrink_to_fit();
  size_t capacity() const;
  template <class I> void assign(I, I);
  bool operator==(const vector &) const;
  bool operator!=(const vector &) const;
};
template <class T, class... D> class unique_ptr {
public:
  explicit unique_ptr(T * = nullptr);
  template <class E> unique_ptr(T *, E &&);
  template <class U, class... E> unique_ptr(unique_ptr<U, E...> &&);
  unique_ptr(unique_ptr &&);
  ~unique_ptr();
  unique_ptr &operator=(unique_ptr &&);
  unique_ptr &operator=(nullptr_t);
  T *get() const;
  T &operator*() const;
  T *operator->() const;
  explicit operator bool() const;
  void reset(T * = nullptr);
  T *release();
};
template <class T, class... D> class unique_ptr<T[], D...> {
public:
  explicit unique_ptr(T * = nullptr);
  template <class E> unique_ptr(T *, E &&);
  unique_ptr(unique_ptr &&);
  ~unique_ptr();
  unique_ptr &operator=(unique_ptr &&);
  T *get() const;
  T &operator[](size_t) const;
  explicit operator bool() const;
  void reset(T * = nullptr);
  T *release();
};
template <class I> void sort(I, I);
template <class I, class C> void sort(I, I, C);
template <class I, class T> void fill(I, I, const T &);
template <class I, class T> void fill_n(I, size_t, const T &);
template <class I, class O> O copy(I, I, O);
template <class I, class G> void generate(I, I, G);
template <class I, class T> void iota(I, I, T);
template <class I, class T> T accumulate(I, I, T);
template <class I, class F> F for_each(I, I, F);
template <class I, class J> bool equal(I, I, J);
template <class I, class O, class F> O transform(I, I, O, F);
template <class I> I max_element(I, I);
template <class I> I min_element(I, I);

// clocks
template <long long N, long long D = 1> struct ratio {};
typedef ratio<1, 1000> milli;
typedef ratio<1, 1000000> micro;
typedef ratio<1, 1000000000> nano;
namespace chrono {
template <class R, class P = ratio<1>> struct duration {
  duration();
  template <class R2, class P2> duration(const duration<R2, P2> &);
  R count() const;
};
typedef duration<long long, nano> nanoseconds;
typedef duration<long long, micro> microseconds;
typedef duration<long long, milli> milliseconds;
typedef duration<long long> seconds;
struct time_point {
  nanoseconds time_since_epoch() const;
};
nanoseconds operator-(const time_point &, const time_point &);
struct steady_clock {
  typedef chrono::time_point time_point;
  static time_point now();
};
typedef steady_clock high_resolution_clock, system_clock;
template <class T, class R, class P> T duration_cast(const duration<R, P> &);
} // namespace chrono

// random numbers
struct random_device {
  unsigned operator()();
};
struct mt19937 {
  explicit mt19937(unsigned = 0);
  unsigned operator()();
};
typedef mt19937 mt19937_64, default_random_engine, minstd_rand;
template <class T = double> struct uniform_real_distribution {
  uniform_real_distribution(T = 0, T = 1);
  template <class G> T operator()(G &);
};
template <class T = int> struct uniform_int_distribution {
  uniform_int_distribution(T = 0, T = 1);
  template <class G> T operator()(G &);
};
template <class T = double> struct normal_distribution {
  normal_distribution(T = 0, T = 1);
  template <class G> T operator()(G &);
};

} // namespace std
