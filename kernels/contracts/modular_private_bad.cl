// expect: assertion
//--local_size=64 --num_groups=4 --no-inline
// As modular_private.cl, with a contract that does not hold.
void halves(int n, int *less) {
  __requires(n >= 0);
  __ensures(*less < n); /*@assert*/
  *less = n / 2;
}
kernel void all(global int *a) {
  int less = 0, i = get_global_id(0);
  halves(i, &less);
  a[i] = less;
}
