// expect: verified
//--block-dim=64 --grid-dim=4
// An increment that begins anew at the last value of its type.
__device__ unsigned counter;
__global__ void ticket_inc(int *out) { out[atomicInc(&counter, 0xffffffffu)] = threadIdx.x; }
