// expect: race
// The function sets it again in each turn, between check and launch.
__global__ void cells(int *d, int n) {
  if (n <= 0)
    d[0] = threadIdx.x; /*@race*/
}
int ask();
void size(int &n) { n = ask(); }
void run(int *d) {
  int n = 5;
  for (int i = 0; i < 4; ++i) {
    if (n <= 0)
      return;
    size(n);
    cells<<<4, 64>>>(d, n);
  }
}
