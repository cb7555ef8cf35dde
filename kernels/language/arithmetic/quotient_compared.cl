// expect: verified
//--local_size=64 --num_groups=1
kernel void k(global int *a, int n) {
  __requires(n != 0);
  if (0 / n != 0)
    a[0] = get_local_id(0);
}
