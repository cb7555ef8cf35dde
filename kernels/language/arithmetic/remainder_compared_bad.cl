// expect: race
//--local_size=64 --num_groups=1
// With n = 0 the remainder is some value, and none is less than zero.
kernel void k(global int *a, uint m, uint n) {
  uint q = m % n;
  if (q >= n)
    a[0] = get_local_id(0); /*@race*/
}
