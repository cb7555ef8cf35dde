// expect: verified
//--local_size=64 --num_groups=1
kernel void k(global int *a, uint m, uint n) {
  __requires(n != 0);
  uint q = m % n;
  if (q >= n)
    a[0] = get_local_id(0);
}
