// expect: race
//--local_size=8 --num_groups=1
// A static member that is device memory.
struct S {
  static __device__ int mode;
};
__device__ int S::mode = 0;
__global__ void k(int *a) {
  if (S::mode == 2)
    a[0] = threadIdx.x; /*@race*/
}
