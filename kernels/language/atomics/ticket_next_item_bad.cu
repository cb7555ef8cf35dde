// expect: race
//--blockDim=64 --gridDim=8
// The second draw is from another counter.

__global__ void ticket_next_item(unsigned *next, float *out, unsigned n) {
  for (unsigned i = atomicAdd(next, 1u); i < n; i = atomicAdd(next + 1, 1u))
    out[i] = threadIdx.x; /*@race*/
}
