// expect: race
// A copy of the whole structure sets its fields, a union's fields each other.
struct Size {
  int width, height;
};
union Either {
  int width, height;
};
__global__ void up(float *d, int n) { // the lower half goes up
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  d[n + i] = d[i]; /*@race*/
}
void run(float *d) {
  Size a = {1024, 1}, b = {512, 1};
  a = b;
  up<<<4, 256>>>(d, a.width);
}
void other(float *d) {
  Either e;
  e.width = 1024;
  e.height = 512;
  up<<<4, 256>>>(d, e.width);
}
