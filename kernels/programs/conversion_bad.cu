// expect: race
// A conversion calls the function that launches.
__global__ void one(int *d, int n) {
  int i = threadIdx.x;
  if (n != 64)
    d[0] = i; // by every thread
  d[64 + i] = i;
}
int *all;
struct Runner {
  void go(int n) { one<<<1, 64>>>(all, n); }
  operator bool() {
    go(5);
    return true;
  }
};
int main() {
  cudaMalloc(&all, 4000);
  Runner r;
  r.go(64);
  if (r)
    return 1;
}
