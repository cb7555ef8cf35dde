// expect: race
//--block-dim=8 --grid-dim=4
// The bucket that is won is another one.
__global__ void once_per_bucket_other(int *claimed, int *owner, const int *key) {
  int b = key[blockIdx.x * 8 + threadIdx.x];
  if (atomicExch(&claimed[b], 1) == 0)
    owner[b / 2] = blockIdx.x * 8 + threadIdx.x;
}
