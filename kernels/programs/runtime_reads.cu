// expect: verified
// A function of the runtime only reads through a pointer between two arguments.
__global__ void one(int *d, int n, int status, int m) {
  int i = threadIdx.x;
  d[i] = status;
  if (n != m)
    d[0] = i; // by every thread
}
int main(int argc, char **argv) {
  int *d, *p = (int *)malloc(4);
  const char *text = argv[1];
  cudaMalloc(&d, 400);
  one<<<1, 64>>>(d, *p, atoi(text), *p);
}
