// expect: verified
//--local_size=64 --num_groups=1 --check-bounds
// A block from the heap in each round.

__global__ void heap_blocks(int *out, int n) {
  for (int k = 0; k < n; k++) {
    int *block = new int[4];
    block[3] = threadIdx.x;
    out[block[3]] = k;
    delete[] block;
  }
}
