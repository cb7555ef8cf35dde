// expect: verified
//--local_size=8 --num_groups=1
// A device variable has one value for all threads, whatever the host has made of it.
__device__ int rounds = 0;
__constant__ int start;
__global__ void k(int *a) {
  for (int i = start; i < rounds; i++) {
    __syncthreads();
    a[threadIdx.x] = i;
  }
}
