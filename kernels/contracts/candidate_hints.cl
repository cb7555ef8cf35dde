// expect: verified
//--local_size=64 --num_groups=2 --invariants-as-hints
// Invariants that are candidates (--invariants-as-hints).
kernel void candidate_wide(global int *a, int n) {
  int g = get_global_id(0);
  a[g] = 1;
  for (int i = 0; i < n; ++i)
    a[g] = 1;
  a[g] -= 1;
  for (int i = 0; __invariant(a[g] == 0), i < n; ++i) {
    a[g] += 1;
    a[g] -= 1;
  }
  a[g] += 1;
  __assert(a[g] == 1);
  __function_wide_invariant(a[get_global_id(0)] == 1);
}
