// expect: verified
//--local_size=64 --num_groups=1 --check-bounds
// Blocks from the heap, of known sizes.

__global__ void heap_block(int *out) {
  int *block = (int *)malloc(8 * sizeof(int)), *other = new int[4];
  block[7] = threadIdx.x;
  other[3] = 1;
  out[threadIdx.x] = block[7] + other[3];
  free(block);
  delete[] other;
}
