// expect: verified
//--local_size=64 --num_groups=2
// A candidate of each loop; in the second one it does not hold.
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
  __function_wide_candidate_invariant(a[get_global_id(0)] == 1);
}
