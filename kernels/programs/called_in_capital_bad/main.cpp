void go(int *d, int n);
int main() {
  int *d;
  cudaMalloc(&d, 4000);
  go(d, 64);
}
