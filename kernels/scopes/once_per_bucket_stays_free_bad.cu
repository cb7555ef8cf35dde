// expect: race
//--block-dim=8 --grid-dim=4
// What is put there is what is looked for.
__global__ void once_per_bucket_stays_free(int *claimed, int *owner, const int *key) {
  int b = key[blockIdx.x * 8 + threadIdx.x];
  if (atomicCAS(&claimed[b], 0, 0) == 0)
    owner[b] = blockIdx.x * 8 + threadIdx.x;
}
