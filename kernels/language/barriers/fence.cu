// expect: verified
//--local_size=64 --num_groups=4
// Fences beside a barrier change nothing.

__global__ void fence(int *out) {
  __shared__ int buffer[64];
  buffer[threadIdx.x] = threadIdx.x;
  __threadfence_block();
  __syncthreads();
  out[blockIdx.x * 64 + threadIdx.x] = buffer[63 - threadIdx.x];
  __threadfence();
}
