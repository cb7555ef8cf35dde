// expect: verified
//--local_size=8 --num_groups=1
// The derived class's member lies in the base's tail padding, which copies of the base leave alone.
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
    static_cast<Base &>(p[0]) = static_cast<Base &>(q[0]);
  if (t == 1)
    p[0].d = 1;
}
