// lockstep_std_more.h: containers, functions, algorithms, files and threads of C++, declared so that host code can be
// parsed; served with lockstep_std.h under the names of C++'s headers. Nothing of it is compiled.
#pragma once
#include "lockstep_cuda_std.h"

namespace std {

// May do anything: what is called with it is taken to have effects.
void *lks_effect();
struct lks_value { template <class T> operator T() const; };

template <class F> class function;
template <class R, class... A> class function<R(A...)> {
public:
  function();
  function(nullptr_t);
  template <class F> function(F);
  R operator()(A..., void * = lks_effect()) const;
  explicit operator bool() const;
};
template <class F, class... A> decltype(auto) invoke(F &&f, A &&...a) { return f(static_cast<A &&>(a)...); }
template <class F, class T> lks_value apply(F &&, T &&, void * = lks_effect());
template <class T> struct reference_wrapper { operator T &() const; T &get() const; };
template <class T> reference_wrapper<T> ref(T &);
template <class T> reference_wrapper<const T> cref(const T &);
template <class T = void> struct hash { size_t operator()(const T &) const; };
namespace placeholders { extern lks_value _1, _2, _3, _4; }
template <class... A> function<lks_value(...)> bind(A &&...);
template <class T, class U = T> T exchange(T &, U &&);
template <class T> constexpr const T &as_const(T &v) { return v; }
template <class... T> tuple<T &...> tie(T &...);
template <class... T> tuple<T &&...> forward_as_tuple(T &&...);
struct lks_ignore { template <class T> const lks_ignore &operator=(T &&) const; };
extern const lks_ignore ignore;
struct piecewise_construct_t {};
struct nothrow_t {};
extern const nothrow_t nothrow;
struct in_place_t {};

// containers
template <class T, class V = T> class lks_container {
public:
  typedef V value_type;
  typedef size_t size_type;
  typedef V *iterator, *reverse_iterator;
  typedef const V *const_iterator, *const_reverse_iterator;
  lks_container();
  explicit lks_container(size_t);
  lks_container(size_t, const V &);
  lks_container(initializer_list<V>);
  template <class I> lks_container(I, I);
  lks_container(const lks_container &);
  ~lks_container();
  lks_container &operator=(const lks_container &);
  iterator begin();
  iterator end();
  const_iterator begin() const;
  const_iterator end() const;
  const_iterator cbegin() const;
  const_iterator cend() const;
  reverse_iterator rbegin();
  reverse_iterator rend();
  size_t size() const;
  bool empty() const;
  void clear();
  void swap(lks_container &);
  void reserve(size_t);
  V &front();
  V &back();
  const V &front() const;
  const V &back() const;
  void push_back(const V &);
  void push_front(const V &);
  void pop_back();
  void pop_front();
  template <class... A> V &emplace_back(A &&...);
  template <class... A> V &emplace_front(A &&...);
  template <class... A> iterator erase(A &&...);
  iterator find(const T &);
  const_iterator find(const T &) const;
  iterator lower_bound(const T &);
  iterator upper_bound(const T &);
  size_t count(const T &) const;
  bool contains(const T &) const;
  bool operator==(const lks_container &) const;
};
template <class T> struct deque : lks_container<T> { using lks_container<T>::lks_container; T &operator[](size_t);
  const T &operator[](size_t) const; T &at(size_t); template <class... A> T *insert(A &&...); void resize(size_t); };
template <class T> struct list : lks_container<T> { using lks_container<T>::lks_container; template <class... A> T *insert(A &&...);
  void sort(); void remove(const T &); void resize(size_t); };
template <class T> struct forward_list : lks_container<T> { using lks_container<T>::lks_container; };
#define LKS_SET(name)                                                                                        \
  template <class T, class... O> struct name : lks_container<T> {                                            \
    using lks_container<T>::lks_container;                                                                   \
    pair<T *, bool> insert(const T &);                                                                       \
    template <class I> void insert(I, I);                                                                    \
    template <class... A> pair<T *, bool> emplace(A &&...);                                                  \
  };
LKS_SET(set) LKS_SET(multiset) LKS_SET(unordered_set) LKS_SET(unordered_multiset)
#undef LKS_SET
#define LKS_MAP(name)                                                                                        \
  template <class K, class V, class... O> struct name : lks_container<K, pair<const K, V>> {                 \
    typedef K key_type;                                                                                      \
    typedef V mapped_type;                                                                                   \
    using lks_container<K, pair<const K, V>>::lks_container;                                                 \
    V &operator[](const K &);                                                                                \
    V &at(const K &);                                                                                        \
    const V &at(const K &) const;                                                                            \
    template <class P> pair<pair<const K, V> *, bool> insert(P &&);                                          \
    template <class... A> pair<pair<const K, V> *, bool> emplace(A &&...);                                   \
    template <class... A> pair<pair<const K, V> *, bool> try_emplace(A &&...);                               \
    template <class... A> pair<pair<const K, V> *, bool> insert_or_assign(A &&...);                          \
  };
LKS_MAP(map) LKS_MAP(multimap) LKS_MAP(unordered_map) LKS_MAP(unordered_multimap)
#undef LKS_MAP
#define LKS_QUEUE(name)                                                                                      \
  template <class T, class... O> struct name {                                                               \
    void push(const T &);                                                                                    \
    template <class... A> void emplace(A &&...);                                                             \
    void pop();                                                                                              \
    T &top();                                                                                                \
    T &front();                                                                                              \
    T &back();                                                                                               \
    size_t size() const;                                                                                     \
    bool empty() const;                                                                                      \
  };
LKS_QUEUE(queue) LKS_QUEUE(stack) LKS_QUEUE(priority_queue)
#undef LKS_QUEUE
template <size_t N> struct bitset {
  bitset(unsigned long long = 0);
  bool operator[](size_t) const;
  bitset &set(size_t, bool = true);
  bitset &reset(size_t);
  bool test(size_t) const;
  size_t count() const;
  string to_string() const;
  unsigned long long to_ullong() const;
};
inline constexpr size_t dynamic_extent = -1;
template <class T, size_t N = dynamic_extent> class span {
public:
  typedef T element_type;
  typedef remove_cv_t<T> value_type;
  constexpr span();
  constexpr span(T *, size_t);
  template <class C> constexpr span(C &);
  template <class C> constexpr span(const C &);
  constexpr T &operator[](size_t) const;
  constexpr T *data() const;
  constexpr T *begin() const;
  constexpr T *end() const;
  constexpr T &front() const;
  constexpr T &back() const;
  constexpr size_t size() const;
  constexpr size_t size_bytes() const;
  constexpr bool empty() const;
  constexpr span<T> subspan(size_t, size_t = dynamic_extent) const;
  constexpr span<T> first(size_t) const;
  constexpr span<T> last(size_t) const;
};
class string_view {
public:
  static const size_t npos = -1;
  string_view();
  string_view(const char *);
  string_view(const char *, size_t);
  string_view(const string &);
  const char *data() const;
  const char *begin() const;
  const char *end() const;
  size_t size() const;
  size_t length() const;
  bool empty() const;
  char operator[](size_t) const;
  string_view substr(size_t = 0, size_t = npos) const;
  size_t find(string_view, size_t = 0) const;
  explicit operator string() const;
};
bool operator==(string_view, string_view);
struct nullopt_t {};
inline constexpr nullopt_t nullopt{};
template <class T> class optional {
public:
  optional();
  optional(nullopt_t);
  optional(const T &);
  optional &operator=(const T &);
  optional &operator=(nullopt_t);
  bool has_value() const;
  explicit operator bool() const;
  T &value();
  const T &value() const;
  T &operator*();
  const T &operator*() const;
  T *operator->();
  template <class U> T value_or(U &&) const;
  void reset();
  template <class... A> T &emplace(A &&...);
};
template <class... T> class variant {
public:
  variant();
  template <class U> variant(U &&);
  size_t index() const;
};
struct monostate {};
template <class T, class... V> T &get(variant<V...> &);
template <class T, class... V> const T &get(const variant<V...> &);
template <class T, class... V> T *get_if(variant<V...> *);
template <class T, class... V> bool holds_alternative(const variant<V...> &);
template <class F, class V> lks_value visit(F &&, V &&, void * = lks_effect());
template <class T> class shared_ptr {
public:
  shared_ptr();
  shared_ptr(nullptr_t);
  template <class U> explicit shared_ptr(U *);
  template <class U, class D> shared_ptr(U *, D);
  template <class U> shared_ptr(const shared_ptr<U> &);
  ~shared_ptr();
  template <class U> shared_ptr &operator=(const shared_ptr<U> &);
  remove_extent_t<T> *get() const;
  remove_extent_t<T> &operator*() const;
  remove_extent_t<T> *operator->() const;
  remove_extent_t<T> &operator[](long) const;
  explicit operator bool() const;
  template <class... A> void reset(A &&...);
  long use_count() const;
};
template <class T> struct weak_ptr { weak_ptr(); weak_ptr(const shared_ptr<T> &); shared_ptr<T> lock() const; bool expired() const; };
template <class T, class... A> shared_ptr<T> make_shared(A &&...);
template <class T, class... A> unique_ptr<T> make_unique(A &&...);
template <class T> struct default_delete { void operator()(T *) const; };

// iterators and algorithms
template <class I> I next(I, long = 1);
template <class I> I prev(I, long = 1);
template <class I, class N> void advance(I &, N);
template <class I> long distance(I, I);
template <class C> auto begin(C &c) -> decltype(c.begin()) { return c.begin(); }
template <class C> auto end(C &c) -> decltype(c.end()) { return c.end(); }
template <class T, size_t N> constexpr T *begin(T (&a)[N]) { return a; }
template <class T, size_t N> constexpr T *end(T (&a)[N]) { return a + N; }
template <class C> constexpr auto size(const C &c) -> decltype(c.size()) { return c.size(); }
template <class T, size_t N> constexpr size_t size(const T (&)[N]) { return N; }
template <class C> struct back_insert_iterator { back_insert_iterator &operator*(); back_insert_iterator &operator++();
  back_insert_iterator operator++(int); template <class T> back_insert_iterator &operator=(T &&); };
template <class C> back_insert_iterator<C> back_inserter(C &);
template <class T> struct iterator_traits { typedef typename T::value_type value_type; typedef long difference_type; };
template <class T> struct iterator_traits<T *> { typedef remove_cv_t<T> value_type; typedef long difference_type; typedef T *pointer; typedef T &reference; };
struct input_iterator_tag {};
struct forward_iterator_tag : input_iterator_tag {};
struct bidirectional_iterator_tag : forward_iterator_tag {};
struct random_access_iterator_tag : bidirectional_iterator_tag {};
#define LKS_ALGORITHM(result, name) template <class I, class... A> result name(I, I, A &&...);
LKS_ALGORITHM(I, find) LKS_ALGORITHM(I, find_if) LKS_ALGORITHM(I, find_if_not) LKS_ALGORITHM(I, remove) LKS_ALGORITHM(I, remove_if)
LKS_ALGORITHM(I, unique) LKS_ALGORITHM(I, lower_bound) LKS_ALGORITHM(I, upper_bound) LKS_ALGORITHM(I, partition)
LKS_ALGORITHM(I, search) LKS_ALGORITHM(I, rotate) LKS_ALGORITHM(I, is_sorted_until) LKS_ALGORITHM(I, adjacent_find)
LKS_ALGORITHM(I, stable_partition) LKS_ALGORITHM(I, partition_point) LKS_ALGORITHM(long, count) LKS_ALGORITHM(long, count_if)
LKS_ALGORITHM(bool, any_of) LKS_ALGORITHM(bool, all_of) LKS_ALGORITHM(bool, none_of) LKS_ALGORITHM(bool, is_sorted)
LKS_ALGORITHM(bool, binary_search) LKS_ALGORITHM(bool, equal) LKS_ALGORITHM(bool, lexicographical_compare) LKS_ALGORITHM(bool, next_permutation)
LKS_ALGORITHM(void, stable_sort) LKS_ALGORITHM(void, partial_sort) LKS_ALGORITHM(void, nth_element) LKS_ALGORITHM(void, reverse)
LKS_ALGORITHM(void, shuffle) LKS_ALGORITHM(void, random_shuffle) LKS_ALGORITHM(void, replace) LKS_ALGORITHM(void, replace_if)
LKS_ALGORITHM(void, make_heap) LKS_ALGORITHM(void, push_heap) LKS_ALGORITHM(void, pop_heap) LKS_ALGORITHM(void, sort_heap)
#undef LKS_ALGORITHM
template <class I, class O, class... A> O copy_if(I, I, O, A &&...);
template <class I, class N, class O> O copy_n(I, N, O);
template <class I, class O> O move(I, I, O);
template <class I, class O> O partial_sum(I, I, O);
template <class I, class O, class... A> O inclusive_scan(I, I, O, A &&...);
template <class I, class O, class... A> O exclusive_scan(I, I, O, A &&...);
template <class I, class O, class... A> O adjacent_difference(I, I, O, A &&...);
template <class I, class J, class O, class F> O transform(I, I, J, O, F &&);
template <class I, class J, class O, class... A> O merge(I, I, J, J, O, A &&...);
template <class I, class N, class G> void generate_n(I, N, G &&);
template <class I, class T, class F> T accumulate(I, I, T, F &&);
template <class I, class T, class... A> T reduce(I, I, T, A &&...);
template <class I, class J, class T, class... A> T inner_product(I, I, J, T, A &&...);
template <class I, class C> I max_element(I, I, C &&);
template <class I, class C> I min_element(I, I, C &&);
template <class I> pair<I, I> minmax_element(I, I);
template <class T> pair<const T &, const T &> minmax(const T &, const T &);
template <class T> LKS_HD constexpr T max(initializer_list<T> v) { T m = *v.begin(); for (const T &x : v) m = m < x ? x : m; return m; }
template <class T> LKS_HD constexpr T min(initializer_list<T> v) { T m = *v.begin(); for (const T &x : v) m = x < m ? x : m; return m; }
template <class T> LKS_HD constexpr const T &clamp(const T &v, const T &lo, const T &hi) { return v < lo ? lo : hi < v ? hi : v; }
template <class T, class U> LKS_HD constexpr common_type_t<T, U> gcd(T a, U b) { return b == 0 ? a : gcd(b, a % b); }
template <class T, class U> LKS_HD constexpr common_type_t<T, U> lcm(T a, U b) { return a / gcd(a, b) * b; }
namespace ranges {
#define LKS_RANGE(name) template <class R, class... A> lks_value name(R &&, A &&...);
LKS_RANGE(sort) LKS_RANGE(for_each) LKS_RANGE(fill) LKS_RANGE(copy) LKS_RANGE(transform) LKS_RANGE(find) LKS_RANGE(find_if) LKS_RANGE(all_of)
LKS_RANGE(any_of) LKS_RANGE(count) LKS_RANGE(count_if) LKS_RANGE(max_element) LKS_RANGE(min_element) LKS_RANGE(reverse) LKS_RANGE(generate)
#undef LKS_RANGE
} // namespace ranges

} // namespace std

#include "lockstep_std_system.h"
