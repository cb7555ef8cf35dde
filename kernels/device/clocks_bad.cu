// expect: divergence
//--local_size=64 --num_groups=4
// Some threads may find that too much time has gone by, others not.

__global__ void time_out(int *p, long long limit) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const long long start = clock64();
  p[i] = i;
  if (clock64() - start < limit)
    __syncthreads(); /*@divergence*/
}
