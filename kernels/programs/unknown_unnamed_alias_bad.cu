// expect: race
__global__ void s(int *, const int *);
int main(int argc, char **argv) {
  int *d;
  cudaMalloc(&d, 4096);
  s<<<4, 64>>>(d, d);
}
__global__ void s(int *a, const int *b) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  a[i] = b[i + 1]; /*@race*/
}
