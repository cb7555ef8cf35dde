// expect: race
// A variable of the same name, whose declaration does not parse, lies in front of the one with a known value.
__global__ void fill(int *p, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    p[threadIdx.x] = i; /*@race*/
}
const int blocks = 1;
void run(int *p, int n) {
  GLuint blocks = glBlocks(n);
  fill<<<blocks, 256>>>(p, n);
}
