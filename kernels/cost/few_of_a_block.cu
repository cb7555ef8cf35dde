// expect: verified
//--block_dim=256 --grid_dim=2
// runs: local 256; groups 1 2
// A stride as wide as the block, over four elements: four lanes take part.

__global__ void few_of_a_block(float *a, const float *b) /*@cost sectors = 5*groups*/ {
  for (int i = threadIdx.x; i < 4; i += blockDim.x)
    a[blockIdx.x * 128 + i * 32] = b[i];
}
