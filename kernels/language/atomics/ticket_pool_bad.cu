// expect: race
//--blockDim=64 --gridDim=4
// A pool of work buffers: take one, use it, give it back, and meet others in it.

__global__ void ticket_pool(int *top, float *work, float *out) {
  const int s = atomicAdd(top, 1);
  for (int k = 0; k < 16; ++k)
    work[s * 16 + k] = k * threadIdx.x; /*@race*/
  out[blockIdx.x * 64 + threadIdx.x] = work[s * 16 + 3]; /*@race*/
  __threadfence();
  atomicSub(top, 1);
}
