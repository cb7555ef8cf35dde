// expect: unsupported
//--blockDim=64 --gridDim=8
// One pointer for each thread: nothing holds their targets together.

__global__ void pointers_own(float **cells, float *out) {
  const float *own = cells[threadIdx.x]; /*@sectors 8*/
  out[blockIdx.x * 64 + threadIdx.x] = own[0]; /*@unsupported*/
}
