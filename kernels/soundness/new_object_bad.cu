// expect: race
// The program's own `new` changes the variable that is passed beside; nothing is known of the way there.
int n;
struct T {
  int x;
  void *operator new(size_t bytes) {
    n = 7;
    return malloc(bytes);
  }
};
__global__ void k(T *t, int *d, int n) {
  if (gridDim.x != n)
    d[0] = threadIdx.x; /*@race*/
}
void f(int *d) {
again:
  k<<<n, 64>>>(new T, d, n);
  if (n == 5)
    goto again;
}
