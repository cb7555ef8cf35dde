// expect: race
//--local_size=64 --num_groups=1
// With n = 0 the quotient of zero is some value, not zero.
kernel void k(global int *a, int n) {
  if (0 / n != 0)
    a[0] = get_local_id(0); /*@race*/
}
