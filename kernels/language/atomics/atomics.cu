// expect: verified
//--local_size=64 --num_groups=4
// CUDA's atomics on global and shared memory, integer and floating point.

__global__ void atomics(int *g, unsigned *u, float *f, unsigned long long *l, int *out) {
  __shared__ int s;
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (threadIdx.x == 0)
    s = 0;
  __syncthreads();
  int v = atomicAdd(g, i) + atomicSub(g, 2) + atomicExch(g, i) + atomicMin(g, i) + atomicMax(g, i);
  v += atomicAnd(g, i) + atomicOr(g, i) + atomicXor(g, i) + atomicCAS(g, 0, i);
  v += atomicInc(u, 100u) + atomicDec(u, 100u) + atomicAdd(u, 1u);
  atomicAdd(f, 1.5f);
  atomicAdd(l, 1ull);
  v += atomicAdd(&s, 1);
  out[i] = v;
}
