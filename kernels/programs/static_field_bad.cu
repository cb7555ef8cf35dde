// expect: race
// A static copy of a structure keeps what the first call gave it.
struct Shape {
  int width;
};
__global__ void one(int *d, int n) {
  int i = threadIdx.x;
  if (n != 64)
    d[0] = i; // by every thread
  d[64 + i] = i;
}
void go(int m, int *d) {
  Shape given;
  given.width = m;
  static const Shape first = given;
  if (m == 64)
    one<<<1, 64>>>(d, first.width);
}
int main() {
  int *d;
  cudaMalloc(&d, 4000);
  go(5, d);
  go(64, d);
}
