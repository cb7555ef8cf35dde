// expect: divergence
//--local_size=256 --num_groups=1
// Fig. 1b in CUDA.

__global__ void scan(int *sum) {
  const int tid = threadIdx.x;
  int offset = 1, temp;
  while (offset <= tid) {
    temp = sum[tid - offset];
    __syncthreads(); /*@divergence*/
    sum[tid] = sum[tid] + temp;
    __syncthreads();
    offset *= 2;
  }
}
