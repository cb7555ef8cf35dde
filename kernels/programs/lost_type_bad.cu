// expect: race
// Text that does not compile declares another type of that name.
__global__ void up(float *d, int n) { // the lower half goes up
  int i = blockIdx.x * 256 + threadIdx.x;
  d[n + i] = d[i]; /*@race*/
}
namespace app {
using dim3 = missing::Rounded;
void run(float *d, int n) {
  dim3 blocks(n / 256);
  up<<<blocks, 256>>>(d, n);
}
} // namespace app
