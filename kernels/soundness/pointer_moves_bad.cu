// expect: unsupported
// The conversion to the second base moves the pointer.
struct A { int a; };
struct B { int b; };
struct C : A, B { int c; };
__global__ void k(B *p, C *q) {
  if (threadIdx.x == 0)
    p->b = 1;
  else
    q->b = 2;
}
void f(C *d) { k<<<1, 64>>>(d, d); }
