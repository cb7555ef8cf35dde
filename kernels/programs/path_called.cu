// expect: verified
// A function that returns only if all is well, and one that never does.
__global__ void halves(float *d, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (n <= 0 || n % 64 != 0)
    d[0] = i; // never
}
void give_up() {
  printf("no\n");
  exit(1);
}
void need(int size) {
  if (size <= 0)
    exit(1);
}
void run(float *d, int n) {
  need(n);
  if (n % 64)
    give_up();
  halves<<<4, 256>>>(d, n);
}
