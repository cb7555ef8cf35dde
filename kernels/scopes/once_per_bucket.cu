// expect: verified
//--block-dim=8 --grid-dim=4
// Only one thread finds the bucket free, whatever it held: nobody frees it again.
__global__ void once_per_bucket(int *claimed, int *owner, const int *key) {
  int b = key[blockIdx.x * 8 + threadIdx.x];
  if (atomicCAS(&claimed[b], 0, 1) == 0)
    owner[b] = blockIdx.x * 8 + threadIdx.x;
}
