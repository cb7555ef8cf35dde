// expect: verified
//--block_dim=8 --grid_dim=1
// runs: local 8; groups 1
// The first lane does not enter, and each other has as many rounds as its number allows.

__global__ void first_never_enters(float *a) {
  int x = threadIdx.x;
  int i = x;
  while (i > 0) {
    a[8 * x] = 1;
    i = i - 3;
  }
}
