// expect: assertion
//--local_size=64 --num_groups=4 --invariants-as-hints
// Twin: an assertion is none.
kernel void k(global int *a, int n) {
  for (int i = 0; __invariant(i == 7), i < n; ++i)
    a[get_global_id(0)] = i;
  __assert(n == 3); /*@assert*/
}
