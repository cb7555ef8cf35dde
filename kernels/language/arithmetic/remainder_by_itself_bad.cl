// expect: race
//--local_size=64 --num_groups=1
// The remainder of zero by zero is some value, not zero.
kernel void k(global int *a, uint n) {
  uint t = get_local_id(0);
  if (n % n != 0)
    a[0] = t; /*@race*/
}
