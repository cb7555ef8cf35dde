// lockstep_thrust.h: as much of Thrust as lets host code beside kernels be parsed, served as <thrust/*>. Only declared.
#pragma once
#include "lockstep_cuda_std.h"
#include "lockstep_std_more.h"

namespace thrust {

template <class T> struct device_ptr {
  explicit device_ptr(T * = nullptr);
  T *get() const;
  device_ptr operator+(ptrdiff_t) const;
};
template <class T> using device_reference = T &;
template <class T> class device_vector {
public:
  typedef T *iterator;
  typedef T value_type;
  device_vector();
  explicit device_vector(size_t);
  device_vector(size_t, const T &);
  template <class I> device_vector(I, I);
  template <class V> device_vector(const V &);
  template <class V> device_vector &operator=(const V &);
  T &operator[](size_t);
  device_ptr<T> data();
  iterator begin();
  iterator end();
  size_t size() const;
  void resize(size_t);
  void resize(size_t, const T &);
  void clear();
  void push_back(const T &);
  T &back();
  T &front();
};
template <class T> using host_vector = device_vector<T>;
template <class T> T *raw_pointer_cast(const device_ptr<T> &);
template <class T> T *raw_pointer_cast(T *);
template <class T> device_ptr<T> device_pointer_cast(T *);
template <class T> device_ptr<T> device_malloc(size_t);
template <class T> void device_free(device_ptr<T>);
template <class A, class R> struct unary_function { typedef A argument_type; typedef R result_type; };
template <class A, class B, class R> struct binary_function { typedef R result_type; };
template <class T = void> using plus = std::plus<T>;
template <class T = void> using multiplies = std::multiplies<T>;
template <class T = void> using less = std::less<T>;
template <class T = void> using greater = std::greater<T>;
template <class... T> using tuple = std::tuple<T...>;
using std::complex; using std::get; using std::make_tuple; using std::pair; using std::make_pair;
template <class T> using counting_iterator = T *;
template <class T> counting_iterator<T> make_counting_iterator(T);
struct host_t {};
struct device_t {};
extern host_t host;
extern device_t device, seq;

} // namespace thrust
