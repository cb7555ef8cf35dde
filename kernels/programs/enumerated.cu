// expect: verified
// Constants of an enumeration, constexpr and static const.
__global__ void up(float *d, int n) { // the lower half goes up
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  d[n + i] = d[i];
}
enum { block = 64, blocks = 16 };
constexpr int times(int a, int b) { return a * b; }
static const int total = times(block, blocks);
int main(int argc, char **argv) {
  float *d;
  cudaMalloc(&d, 1 << 20);
  up<<<blocks, block>>>(d, total);
  cudaDeviceSynchronize();
}
