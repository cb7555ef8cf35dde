// expect: verified
// What an object that is called is given by number stands in the launch.
__global__ void one(int *d, int m) {
  int i = threadIdx.x;
  d[i] = 1;
  if (m != 64)
    d[0] = i; // by every thread
}
struct Launch {
  void operator()(int *d, int n) const {
    if (n == 64)
      one<<<1, 64>>>(d, n);
  }
};
int main() {
  int *d;
  cudaMalloc(&d, 4000);
  Launch launch;
  launch(d, 64);
  launch(d, 5);
}
