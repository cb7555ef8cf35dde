// expect: race
// A member that a method changes which is called in between.
__global__ void up(float *d, int n) { // the lower half goes up
  int i = blockIdx.x * 256 + threadIdx.x;
  d[n + i] = d[i]; /*@race*/
}
struct Buffer {
  float *data;
  int size;
  void shrink() { size /= 3; }
  void shift() {
    const int threads = 256;
    dim3 blocks(size / threads);
    shrink();
    up<<<blocks, threads>>>(data, size);
  }
};
void run(Buffer &b) { b.shift(); }
