// lockstep_cuda_barrier.h: libcu++'s barriers, pipelines and copies, served as <cuda/barrier> and <cuda/pipeline>. What is
// only declared is refused by name.
#pragma once
#include "lockstep_cuda_atomic.h"

namespace cuda {

template <size_t N> struct aligned_size_t {
  size_t value;
  LKS_MEMBER constexpr explicit aligned_size_t(size_t n) : value(n) {}
  LKS_MEMBER constexpr operator size_t() const { return value; }
};

namespace std {
struct __empty_completion {};
}
template <thread_scope S, class Completion = std::__empty_completion> class barrier {
  unsigned long long state_;

public:
  class arrival_token {};
  barrier() = default;
  __host__ __device__ barrier(ptrdiff_t expected, Completion = Completion());
  __device__ arrival_token arrive(ptrdiff_t = 1);
  __device__ void wait(arrival_token &&) const;
  __device__ void wait_parity(bool) const;
  __device__ bool try_wait(arrival_token &&) const;
  __device__ bool try_wait_parity(bool) const;
  __device__ void arrive_and_wait();
  __device__ void arrive_and_drop();
  __device__ void expect_transaction(ptrdiff_t);
};
// Of the threads of a block. What counts them is written by who sets it up, and read by all others.
template <> class barrier<thread_scope_block, std::__empty_completion> {
public:
  unsigned long long lockstep_state;
  LKS_D_MEMBER void lockstep_read() const { (void)*(const volatile unsigned long long *)&lockstep_state; }
  class arrival_token {
  public:
    unsigned long long lockstep_arrival;
  };
  barrier() = default;
  __host__ __device__ barrier(ptrdiff_t expected);
  LKS_D_MEMBER arrival_token arrive(ptrdiff_t n = 1) {
    lockstep_read();
    return {__lockstep_phase_arrive(this, n)};
  }
  LKS_D_MEMBER void wait(arrival_token &&t) const {
    lockstep_read();
    __lockstep_phase_wait((void *)this, t.lockstep_arrival);
  }
  LKS_D_MEMBER void arrive_and_wait() {
    lockstep_read();
    __lockstep_phase_meet(this);
  }
  __device__ void wait_parity(bool) const;
  __device__ bool try_wait(arrival_token &&) const;
  __device__ bool try_wait_parity(bool) const;
  __device__ void arrive_and_drop();
  __device__ void expect_transaction(ptrdiff_t);
};
__attribute__((host)) void init(barrier<thread_scope_block> *, ptrdiff_t expected);
LKS_D void init(barrier<thread_scope_block> *b, ptrdiff_t expected) {
  __lockstep_phase_init(b, expected); // once, by one thread: two would write different numbers
  *(volatile unsigned long long *)&b->lockstep_state =
      threadIdx.x + blockDim.x * (threadIdx.y + (unsigned long long)blockDim.y * threadIdx.z);
}
template <thread_scope S, class C> __host__ __device__ void init(barrier<S, C> *, ptrdiff_t expected);
template <thread_scope S, class C> __host__ __device__ void init(barrier<S, C> *, ptrdiff_t expected, C);

enum class pipeline_role { producer, consumer };
template <thread_scope S, unsigned char Stages> class pipeline_shared_state { unsigned long long state_[2 * Stages + 1]; };
template <thread_scope S> class pipeline {
public:
  __device__ void producer_acquire();
  __device__ void producer_commit();
  __device__ void consumer_wait();
  __device__ void consumer_release();
  template <class R, class P> __device__ bool consumer_wait_for(const std::chrono::duration<R, P> &);
  __device__ bool quit();
};
// Of a thread: its copies end in the order of the stages that it has committed; each wait goes on to the next stage.
template <> class pipeline<thread_scope_thread> {
public:
  LKS_MEMBER void producer_acquire() {}
  LKS_MEMBER void producer_commit() { __lockstep_copy_commit(1); }
  LKS_MEMBER void consumer_wait() { __lockstep_copy_wait_oldest(); }
  LKS_MEMBER void consumer_release() {}
  template <class R, class P> __device__ bool consumer_wait_for(const std::chrono::duration<R, P> &);
  __device__ bool quit();
};
LKS_D pipeline<thread_scope_thread> make_pipeline() {
  __lockstep_pipeline();
  return {};
}
template <class Group, thread_scope S, unsigned char N>
__device__ pipeline<S> make_pipeline(const Group &, pipeline_shared_state<S, N> *);
template <class Group, thread_scope S, unsigned char N>
__device__ pipeline<S> make_pipeline(const Group &, pipeline_shared_state<S, N> *, size_t producers);
template <class Group, thread_scope S, unsigned char N>
__device__ pipeline<S> make_pipeline(const Group &, pipeline_shared_state<S, N> *, pipeline_role);
template <unsigned char Prior> LKS_D void pipeline_consumer_wait_prior(pipeline<thread_scope_thread> &) {
  __lockstep_copy_wait(Prior, 1, 0);
}
template <thread_scope S, class C> __device__ void pipeline_producer_commit(pipeline<thread_scope_thread> &, barrier<S, C> &);

template <class T, class Shape, class Sync> __device__ void memcpy_async(T *to, const T *from, Shape size, Sync &sync);
template <class Shape, class Sync> __device__ void memcpy_async(void *to, const void *from, Shape size, Sync &sync);
template <class Group, class T, class Shape, class Sync>
__device__ void memcpy_async(const Group &, T *to, const T *from, Shape size, Sync &sync);
template <class Group, class Shape, class Sync>
__device__ void memcpy_async(const Group &, void *to, const void *from, Shape size, Sync &sync);
#define LKS_COPIES(more, group, lanes)                                                                       \
  template <more class T, class Shape>                                                                       \
  LKS_D void memcpy_async(group T *to, const T *from, Shape size, pipeline<thread_scope_thread> &) {         \
    __lockstep_copy(to, from, (size_t)size, (size_t)size, lanes, 1);                                         \
  }                                                                                                          \
  template <more class Shape>                                                                                \
  LKS_D void memcpy_async(group void *to, const void *from, Shape size, pipeline<thread_scope_thread> &) {   \
    __lockstep_copy(to, from, (size_t)size, (size_t)size, lanes, 1);                                         \
  }                                                                                                          \
  template <more class T, class Shape>                                                                       \
  LKS_D void memcpy_async(group T *to, const T *from, Shape size, barrier<thread_scope_block> &b) {          \
    b.lockstep_read();                                                                                       \
    __lockstep_phase_copy(to, from, (size_t)size, (size_t)size, lanes, &b);                                  \
  }                                                                                                          \
  template <more class Shape>                                                                                \
  LKS_D void memcpy_async(group void *to, const void *from, Shape size, barrier<thread_scope_block> &b) {    \
    b.lockstep_read();                                                                                       \
    __lockstep_phase_copy(to, from, (size_t)size, (size_t)size, lanes, &b);                                  \
  }
#define LKS_COMMA ,
LKS_COPIES(, , 0)
LKS_COPIES(, const cooperative_groups::thread_block & LKS_COMMA, 1)
LKS_COPIES(unsigned Size LKS_COMMA class Parent LKS_COMMA, const cooperative_groups::thread_block_tile<Size LKS_COMMA Parent> & LKS_COMMA,
           (Size == 1 ? 0 : Size))
#undef LKS_COMMA
#undef LKS_COPIES

namespace device {
template <thread_scope S, class C> __device__ unsigned long long *barrier_native_handle(barrier<S, C> &);
template <class... A> __device__ void memcpy_async_tx(A &&...);
template <class... A> __device__ auto barrier_arrive_tx(A &&...) -> typename barrier<thread_scope_block>::arrival_token;
}
template <thread_scope S> class semaphore;
template <thread_scope S> class latch {
public:
  __host__ __device__ explicit latch(ptrdiff_t);
  __device__ void count_down(ptrdiff_t = 1);
  __device__ void wait() const;
  __device__ void arrive_and_wait(ptrdiff_t = 1);
};

} // namespace cuda
