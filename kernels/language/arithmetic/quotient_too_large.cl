// expect: verified
//--local_size=64 --num_groups=1
// The quotient of the least number but one and -1 fits.
kernel void k(global int *a, int n, int m) {
  int t = get_local_id(0);
  if (m == -1 && n == INT_MIN + 1 && n / m != INT_MAX)
    a[0] = t;
}
