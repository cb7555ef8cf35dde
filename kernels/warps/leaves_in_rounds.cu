// expect: verified
//--local_size=32 --num_groups=2
// A warp leaves the loop in one round.
__global__ void leaves_in_rounds(int *out, const int *rounds) {
  int left = rounds[blockIdx.x];
  do {
    __syncwarp();
  } while (--left > 0);
  out[blockIdx.x * 32 + threadIdx.x] = 1;
}
