// expect: divergence
//--local_size=2 --num_groups=2
// __syncthreads only counts arrivals on the device; which iteration a thread is in matters all the same.
__global__ void k(int *a) {
  for (int i = 0; i < 3; i++) {
    int j = 0;
    do {
      __syncthreads(); /*@divergence*/
      j++;
    } while (j < 2 && (threadIdx.x ^ i) & 1);
  }
}
