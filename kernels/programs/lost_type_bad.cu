// expect: race
// Text that does not compile declares another type of that name, perhaps.
namespace app {
unknown_to_us struct dim3 {
  unsigned x, y, z;
  dim3(int n) : x(n + 5), y(1), z(1) {}
};
__global__ void up(float *d, int n) { // the lower half goes up
  int i = blockIdx.x * 256 + threadIdx.x;
  d[n + i] = d[i]; /*@race*/
}
void run(float *d, int n) {
  dim3 blocks(n / 256);
  up<<<blocks.x, 256>>>(d, n);
}
} // namespace app
