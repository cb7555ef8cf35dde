// expect: verified
//--local_size=64 --num_groups=1
// The remainder of a number by itself is zero, if the number is not.
kernel void k(global int *a, uint n) {
  uint t = get_local_id(0);
  if (n != 0 && n % n != 0)
    a[0] = t;
}
