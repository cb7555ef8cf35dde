// expect: verified
// A field of a constant does not change.
struct Shape {
  int width;
};
const Shape shape = {64};
__global__ void one(int *d, int n) {
  int i = threadIdx.x;
  if (n != 64)
    d[0] = i; // by every thread
  d[64 + i] = i;
}
int main() {
  int *d;
  cudaMalloc(&d, 4000);
  one<<<1, 64>>>(d, shape.width);
}
