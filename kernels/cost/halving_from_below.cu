// expect: verified
//--block_dim=256 --grid_dim=1
// runs: local 256; groups 1; n 0 1 100 255 256 257 258 300 5000
// A start that is negative as the loop's test reads it: no round.

__global__ void halving_from_below(int *a, int n) {
  for (int s = n - blockDim.x; s > 0; s >>= 1)
    a[threadIdx.x] = s;
}
