// expect: verified
//--local_size=128 --num_groups=32
// One-dimensional stencil of radius three in CUDA; the first threads load both halos.
#define RADIUS 3
#define BLOCK 128

__global__ void stencil(const int *in, int *out) {
  __shared__ int tile[BLOCK + 2 * RADIUS];
  const int g = blockIdx.x * blockDim.x + threadIdx.x;
  const int l = threadIdx.x + RADIUS;
  tile[l] = in[g + RADIUS];
  if (threadIdx.x < RADIUS) {
    tile[l - RADIUS] = in[g];
    tile[l + BLOCK] = in[g + RADIUS + BLOCK];
  }
  __syncthreads();
  int sum = 0;
  for (int o = -RADIUS; o <= RADIUS; ++o)
    sum += tile[l + o];
  out[g] = sum;
}
