// expect: bounds
//--local_size=64 --num_groups=1 --check-bounds
// The place in front of a block from the heap, in each round.

__global__ void heap_blocks(int *out, int n) {
  for (int k = 0; k < n; k++) {
    int *block = new int[4];
    block[-1] = threadIdx.x;
    out[threadIdx.x] = k;
    delete[] block;
  }
}
