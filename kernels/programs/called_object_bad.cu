// expect: race
// The object that is called is none of the arguments.
__global__ void one(int *d, int n) {
  int i = threadIdx.x;
  if (n != 64)
    d[0] = i; // by every thread
  d[64 + i] = i;
}
struct Launch {
  void operator()(int, int n) const {
    int *d;
    cudaMalloc(&d, 4000);
    one<<<1, 64>>>(d, n);
  }
};
int main() {
  Launch launch;
  launch(64, 5);
}
