// expect: verified
//--local_size=64 --num_groups=4 --invariants-as-hints
// A loop invariant that is false is a hint that is wrong.
kernel void k(global int *a, int n) {
  for (int i = 0; __invariant(i == 7), __global_invariant(i == 3), i < n; ++i)
    a[get_global_id(0)] = i;
  __assert(1);
}
