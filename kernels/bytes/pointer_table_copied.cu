// expect: unsupported
//--blockDim=64 --gridDim=1
// Nobody has followed which pointers the table holds.
__device__ int g[64], h[64];
__constant__ int *table[2] = {g, h};
__global__ void pointer_table_copied(int i) {
  int *own[2];
  memcpy(own, table, 8 * (i & 1) + 8);
  own[0][threadIdx.x] = threadIdx.x;
}
