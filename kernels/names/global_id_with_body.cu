// expect: verified
//--local_size=8 --num_groups=2
// A body gives it its meaning, for those who write kernels for both languages.

__device__ int get_global_id(int d) {
  return d == 0 ? blockIdx.x * blockDim.x + threadIdx.x : 0;
}

__global__ void global_id_with_body(int *p) {
  p[get_global_id(0)] = threadIdx.x;
}
