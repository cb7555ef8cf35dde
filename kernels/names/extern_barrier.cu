// expect: unsupported
//--local_size=8 --num_groups=1
// In CUDA, barrier is a function of the user's: nothing says that threads wait in it.

extern __device__ void barrier(int id);

__global__ void extern_barrier(int *p) {
  p[threadIdx.x] = 1;
  barrier(3); /*@unsupported*/
  p[7 - threadIdx.x] = 2;
}
