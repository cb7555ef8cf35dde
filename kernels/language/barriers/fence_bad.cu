// expect: race
//--local_size=64 --num_groups=4
// A fence is no barrier in CUDA either.

__global__ void fence(int *out) {
  __shared__ int buffer[64];
  buffer[threadIdx.x] = threadIdx.x; /*@race*/
  __threadfence_block();
  out[blockIdx.x * 64 + threadIdx.x] = buffer[63 - threadIdx.x]; /*@race*/
}
