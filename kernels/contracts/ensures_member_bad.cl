// expect: unsupported
//--local_size=64 --num_groups=1
// Twin: it changes the member, of which the postcondition means what it was.
struct P { int x; int y; };
int f(struct P p) {
  __ensures(__return_val_int() == p.x);
  p.x = 7;
  return 7;
}
kernel void k(global int *a, int n) {
  struct P p = {n, 1};
  a[get_local_id(0)] = f(p);
}
