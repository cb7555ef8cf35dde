// expect: unsupported
//--local_size=64 --num_groups=1
// A member of a local structure that changes.
struct S { int x, y; };
kernel void k(global int *a) {
  int l = get_local_id(0);
  struct S s = {0, 1};
  if (l < 32) {
    s.x = 1;
    __assert(__other_int(s.x) == 1);
  }
  a[l] = s.x;
}
