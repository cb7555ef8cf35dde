// expect: verified
//--local_size=256 --num_groups=1
// Fig. 1a in CUDA.

__global__ void scan(int *sum) {
  const int tid = threadIdx.x;
  int offset = 1, temp;
  while (offset < blockDim.x) {
    if (tid >= offset)
      temp = sum[tid - offset];
    __syncthreads();
    if (tid >= offset)
      sum[tid] = sum[tid] + temp;
    __syncthreads();
    offset *= 2;
  }
}
