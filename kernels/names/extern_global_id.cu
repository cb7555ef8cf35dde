// expect: unsupported
//--local_size=8 --num_groups=1
// In CUDA, get_global_id is a function of the user's: nothing is known of what it returns.

extern __device__ int get_global_id(int);

__global__ void extern_global_id(int *p) {
  p[get_global_id(0)] = threadIdx.x; /*@unsupported*/
}
