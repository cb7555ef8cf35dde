// expect: race
// The function passes a value of its parameter to itself, where the parameter has another one.
__global__ void k(int *d, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (gridDim.x != n) d[0] = i; /*@race*/
}
int next();
void run(int *d, int n, int m) {
  if (m)
    k<<<n, 64>>>(d, m);
  else
    run(d, next(), n);
}
