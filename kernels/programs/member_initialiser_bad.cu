// expect: race
// The initialiser of a member calls the function that launches.
__global__ void one(int *d, int n) {
  int i = threadIdx.x;
  if (n != 64)
    d[0] = i; // by every thread
  d[64 + i] = i;
}
int *all;
struct Runner {
  void go(int n) { one<<<1, 64>>>(all, n); }
} runner;
struct Started {
  int x = (runner.go(5), 0);
};
int main() {
  cudaMalloc(&all, 4000);
  runner.go(64);
  Started s;
}
