// expect: assertion
//--local_size=64 --num_groups=1
// Twin: the caller does not know it.
bool above(int x) {
  __global_requires(x >= 0);
  return x > 3;
}
kernel void k(global int *a, int n) { a[get_local_id(0)] = above(n); }
