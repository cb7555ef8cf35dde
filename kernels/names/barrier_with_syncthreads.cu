// expect: verified
//--local_size=8 --num_groups=1
// The twin of barrier_with_body.cu whose body is a barrier.

__device__ void barrier(int id) {
  __syncthreads();
}

__global__ void barrier_with_syncthreads(int *p) {
  p[threadIdx.x] = 1;
  barrier(3);
  p[7 - threadIdx.x] = 2;
}
