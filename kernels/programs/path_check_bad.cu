// expect: race
// The check only warns.
__global__ void halves(float *d, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  d[i] += 1;
  if (n % 256 != 0 || n <= 0)
    d[0] = i; /*@race*/
}
void run(float *d, int n) {
  if (n <= 0 || n % 256 != 0)
    printf("odd\n");
  halves<<<n / 256, 256>>>(d, n);
}
