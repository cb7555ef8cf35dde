// expect: race
//--local_size=64 --num_groups=4
// The device variable is both input and output.
__constant__ float weights[3];
__device__ float results[257];

__global__ void constant_memory() {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  float next = results[i + 1];     /*@race*/
  results[i] = weights[0] * next;  /*@race*/
}
