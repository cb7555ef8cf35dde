// expect: race
// Another definition of the benchmark may be linked, which passes something else.
__attribute__((weak)) void benchmark(void (*launch)(float *, int), float *d) { launch(d, 4096); }
__global__ void up(float *d, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  d[n + i] = d[i]; /*@race*/
}
void shift(float *d, int n) { up<<<32, 128>>>(d, n); }
int main() {
  float *d;
  cudaMalloc(&d, 2 * 4096 * sizeof(float));
  benchmark(shift, d);
}
