// expect: race
__global__ void k(int *d, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (n != 1000) d[0] = i; /*@race*/
}
static const int *where;
static void keep(const int &n) { where = &n; }
static void spoil() { *(int *)where = 4; }
int main(int argc, char **argv) {
  int *d;
  cudaMalloc(&d, 4096);
  int n = 1000;
  keep(n);
  spoil();
  k<<<4, 64>>>(d, n);
}
