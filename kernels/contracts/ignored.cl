// expect: verified
//--local_size=64 --num_groups=4 --ignore-annotations
// Nothing is claimed: neither what is false nor what is not supported.
int f(int i) {
  __requires(i == 0);
  __ensures(__return_val_int() == i);
  return i + 1;
}
__axiom(0 == 1);
kernel void k(global int *a, int n) {
  __requires_fresh_array(a);
  __barrier_invariant_1(a[0] == 1, 2);
  for (int i = 0; __invariant(i == 7 && __other_int(i) == a[i]), __global_invariant(__dominator_enabled()), i < n; ++i)
    __assert(__no_write(a));
  a[get_global_id(0)] = f(n);
  __assert(0);
  __function_wide_invariant(n == 3);
}
