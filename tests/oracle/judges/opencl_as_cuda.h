// What OpenCL C of plain kernels means in CUDA (count_programs.py): the same accesses, in a program that nvcc compiles.
#define __kernel extern "C" __global__
#define __global
#define __private
#define __local __shared__
#define restrict __restrict__
#define CLK_LOCAL_MEM_FENCE 1
#define CLK_GLOBAL_MEM_FENCE 2
#define barrier(flags) __syncthreads()

typedef unsigned char uchar;
typedef unsigned short ushort;
typedef unsigned int uint;
typedef unsigned long ulong;

#define CL_OF_DIMENSION(name, of)                                                                                      \
  static __device__ inline unsigned long name(unsigned d) { return d == 0 ? of.x : d == 1 ? of.y : of.z; }
CL_OF_DIMENSION(get_local_id, threadIdx)
CL_OF_DIMENSION(get_group_id, blockIdx)
CL_OF_DIMENSION(get_local_size, blockDim)
CL_OF_DIMENSION(get_num_groups, gridDim)
static __device__ inline unsigned long get_global_id(unsigned d) {
  return get_group_id(d) * get_local_size(d) + get_local_id(d);
}
static __device__ inline unsigned long get_global_size(unsigned d) { return get_num_groups(d) * get_local_size(d); }
static __device__ inline unsigned long get_global_offset(unsigned) { return 0; }

#define atomic_add atomicAdd
#define atomic_inc(p) atomicAdd((p), 1)
#define atomic_dec(p) atomicSub((p), 1)
#define atomic_min atomicMin
#define atomic_max atomicMax
#define atomic_xchg atomicExch
#define atomic_cmpxchg atomicCAS
