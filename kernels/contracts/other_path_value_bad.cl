// expect: assertion
//--local_size=64 --num_groups=1
// Likewise of a number.
kernel void k(global int *a, int n) {
  int l = get_local_id(0), g = get_global_id(0);
  __assert(l == 3 || __other_int(l == 3 ? g : n) == n); /*@assert*/
  a[g] = l;
}
