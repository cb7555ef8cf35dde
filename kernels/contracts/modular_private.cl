// expect: verified
//--local_size=64 --num_groups=4 --no-inline
// Of the variable that it writes the contract says nothing: the function is inlined, and a note says so.
void halves(int n, int *less) {
  __requires(n >= 0);
  __ensures(*less <= n);
  *less = n / 2;
}
kernel void all(global int *a) {
  int less = 0, i = get_global_id(0);
  halves(i, &less);
  __assert(less == i / 2);
  a[i] = less;
}
