// expect: race
// A global variable that anybody may change.
__global__ void up(float *d, int n) { // the lower half goes up
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  d[n + i] = d[i]; /*@race*/
}
static const int n = 1024;
int m = 1024;
void extern_change();
int main(int argc, char **argv) {
  float *d;
  cudaMalloc(&d, 1 << 20);
  extern_change();
  up<<<4, 256>>>(d, m);
  cudaDeviceSynchronize();
}
