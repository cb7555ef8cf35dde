// expect: verified
// The launch is read though the function around it does not parse as a whole: what is lost names none of its sizes.
__global__ void fill(int *p, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    p[threadIdx.x] = i; // right for one block only
}
void run(int *p, int n) {
  int blocks = 1, threads = 256;
  glBegin(GL_POINTS, n);
  fill<<<blocks, threads>>>(p, n);
}
