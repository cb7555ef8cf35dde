// expect: verified
//--local_size=128 --num_groups=32
// Particles in linked lists, one a cell: the head is exchanged atomically, the link belongs to the thread.

__global__ void linked_cells(int *head, int *next, const float *x, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    const int cell = (int)x[i] & 1023;
    next[i] = atomicExch(&head[cell], i);
  }
}
