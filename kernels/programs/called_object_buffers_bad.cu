// expect: race
// The object that is called is none of the arguments: both are one buffer.
__global__ void down(int *a, int *b) {
  int i = threadIdx.x;
  a[i] = b[i + 1];
}
struct Launch {
  void operator()(int *a, int *b) const { down<<<1, 64>>>(a, b); }
};
int main() {
  int *d;
  cudaMalloc(&d, 4000);
  Launch launch;
  launch(d, d);
}
