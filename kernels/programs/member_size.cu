// expect: verified
// A member is the same for the grid, computed before, and for the kernel.
__global__ void up(float *d, int n) { // the lower half goes up
  int i = blockIdx.x * 256 + threadIdx.x;
  d[n + i] = d[i];
}
struct Buffer {
  float *data;
  int size;
  void shift() {
    const int threads = 256;
    dim3 blocks(size / threads);
    up<<<blocks, threads>>>(data, size);
  }
};
void run(Buffer &b) { b.shift(); }
