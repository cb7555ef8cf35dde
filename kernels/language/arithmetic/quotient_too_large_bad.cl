// expect: race
//--local_size=64 --num_groups=1
// The quotient of the least number and -1 does not fit: it is some value.
kernel void k(global int *a, int n, int m) {
  int t = get_local_id(0);
  if (m == -1 && n == INT_MIN && n / m != INT_MIN)
    a[0] = t; /*@race*/
}
