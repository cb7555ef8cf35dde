// expect: bounds
//--local_size=64 --num_groups=1 --check-bounds
// The place behind a block from the heap.

__global__ void heap_block(int *out) {
  int *block = (int *)malloc(8 * sizeof(int)), *other = new int[4];
  block[7] = threadIdx.x;
  other[4] = 1;
  out[threadIdx.x] = block[7] + other[4];
  free(block);
  delete[] other;
}
