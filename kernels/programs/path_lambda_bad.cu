// expect: race
// The lambda is made where the check has not been, and its own `return` leaves nothing else.
__global__ void halves(float *d, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (n <= 0)
    d[0] = i; /*@race*/
}
void run(float *d, int n) {
  auto check = [&] { if (n <= 0) return; };
  check();
  halves<<<4, 256>>>(d, n);
}
