// expect: race
// What was checked is assigned again in front of the launch.
__global__ void halves(float *d, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (n <= 0)
    d[0] = i; /*@race*/
}
int next();
void run(float *d) {
  int n = next();
  if (n <= 0)
    return;
  n = next();
  halves<<<4, 256>>>(d, n);
}
