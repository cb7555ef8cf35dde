// expect: race
//--local_size=8 --num_groups=1
// The whole object is copied.
struct Base {
  Base() : i(1), c(2) {}
  int i;
  char c;
};
struct Derived : Base {
  char d;
};

__global__ void base_subobject(Derived *p, Derived *q) {
  int t = threadIdx.x;
  if (t == 0)
    p[0] = q[0];
  if (t == 1)
    p[0].d = 1;
}
