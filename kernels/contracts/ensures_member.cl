// expect: verified
//--local_size=64 --num_groups=1
// A member of a parameter that the function leaves alone.
struct P { int x; int y; };
int f(struct P p) {
  __ensures(__return_val_int() == p.x + 1);
  return p.x + 1;
}
kernel void k(global int *a, int n) {
  struct P p = {n, 1};
  a[get_local_id(0)] = f(p);
}
