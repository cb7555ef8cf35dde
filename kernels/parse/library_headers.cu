// expect: verified
// expect half_bad: race
// expect matrix: unsupported
// expect collective: unsupported
// expect group: unsupported
// expect launch: unsupported
//--local_size=64 --num_groups=4
// Headers of CUDA's libraries, as kernels use them.
#include <cooperative_groups/memcpy_async.h>
#include <cooperative_groups/reduce.h>
#include <cub/cub.cuh>
#include <cuda/atomic>
#include <cuda/barrier>
#include <cuda/pipeline>
#include <cuda/std/array>
#include <cuda/std/limits>
#include <cuda/std/tuple>
#include <cuda/std/type_traits>
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_fp8.h>
#include <curand_kernel.h>
#include <math_constants.h>
#include <mma.h>
#include <thrust/device_vector.h>
#define I (threadIdx.x + blockIdx.x * blockDim.x)

__global__ void standard(int *a) {
  cuda::std::array<int, 2> v;
  v[0] = cuda::std::min(3, (int)I);
  v[1] = cuda::std::is_same_v<int, int> ? 1 : 2;
  auto t = cuda::std::make_tuple(v[0], 2.0f);
  a[I] = cuda::std::get<0>(t) + (int)cuda::std::get<1>(t) + cuda::std::numeric_limits<short>::max();
}

__global__ void atomics(int *a, cuda::atomic<int, cuda::thread_scope_device> *c) {
  c->fetch_add(1);
  cuda::atomic_ref<int, cuda::thread_scope_system> r(a[0]);
  r.fetch_max((int)I);
}

__global__ void halves(__half2 *a, __nv_bfloat16 *b, __nv_fp8_e4m3 *c) {
  a[I] = __half2(CUDART_PI_F, 1.0f) * a[I];
  b[I] = __nv_bfloat16(CUDART_PI_F) + b[I];
  c[I] = c[I];
}

__global__ void half_bad(__nv_bfloat16 *b) {
  b[threadIdx.x] = __ushort_as_bfloat16((unsigned short)blockIdx.x);
}

__global__ void barrier(int *a) {
  __shared__ cuda::barrier<cuda::thread_scope_block> bar;
  if (threadIdx.x == 0)
    init(&bar, blockDim.x);
  __syncthreads();
  bar.arrive_and_wait();
}

__global__ void pipeline(int *a) {
  cuda::pipeline<cuda::thread_scope_thread> pipe = cuda::make_pipeline();
  pipe.producer_acquire();
  pipe.producer_commit();
}

__global__ void matrix(unsigned *a) {
  namespace wmma = nvcuda::wmma;
  wmma::fragment<wmma::matrix_a, 8, 8, 32, wmma::experimental::precision::u4, wmma::row_major> f;
  wmma::load_matrix_sync(f, a, 32);
}

__global__ void collective(int *a) {
  typedef cub::BlockReduce<int, 64> Reduce;
  __shared__ typename Reduce::TempStorage t;
  const int sum = Reduce(t).Sum(a[I]);
  if (threadIdx.x == 0)
    a[I] = sum;
}

__global__ void group(int *a) {
  auto block = cooperative_groups::this_thread_block();
  a[I] = cooperative_groups::reduce(block, a[I], cooperative_groups::plus<int>());
}

__global__ void launch(int *a) {
  halves<<<1, 1>>>(nullptr, nullptr, nullptr);
}
