// expect: race
// Of a disjunction all must be known: nobody knows what others have allowed.
__global__ void halves(float *d, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (n <= 0)
    d[0] = i; /*@race*/
}
bool allowed;
void run(float *d, int n) {
  if (n > 0 || allowed)
    halves<<<4, 256>>>(d, n);
}
