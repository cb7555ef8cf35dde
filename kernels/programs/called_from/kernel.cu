// expect: verified
// The functions that launch are called in another file of the folder, a part of which does not compile.
__global__ void up(float *d, int n) { // the lower half goes up
  int i = blockIdx.x * 256 + threadIdx.x;
  d[n + i] = d[i];
}
void launch(float *d, int n, int blocks) { up<<<blocks, 256>>>(d, n); }
extern "C" void launch_rows(float *d, int rows) { up<<<rows, 256>>>(d, 256 * rows); }
