// expect: race
//--local_size=128 --num_groups=32
// The old head is read before the exchange.

__global__ void linked_cells(int *head, int *next, const float *x, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    const int cell = (int)x[i] & 1023;
    next[i] = head[cell]; /*@race*/
    atomicExch(&head[cell], i); /*@race*/
  }
}
