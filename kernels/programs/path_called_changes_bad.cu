// expect: race
// A function that checks what it has made of its parameter.
__global__ void halves(float *d, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (n <= 0)
    d[0] = i; /*@race*/
}
void need(int size) {
  size = size * size + 1;
  if (size <= 0)
    exit(1);
}
void run(float *d, int n) {
  need(n);
  halves<<<4, 256>>>(d, n);
}
