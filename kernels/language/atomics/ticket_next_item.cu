// expect: verified
//--blockDim=64 --gridDim=8
// Work items that are drawn one after the other, in two places.

__global__ void ticket_next_item(unsigned *next, float *out, unsigned n) {
  for (unsigned i = atomicAdd(next, 1u); i < n; i = atomicAdd(next, 1u))
    out[i] = threadIdx.x;
}
