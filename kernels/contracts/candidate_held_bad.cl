// expect: assertion
//--local_size=64 --num_groups=4
// Of the candidates those that hold, all of them together, are known, and nothing else.
kernel void candidate_held(global int *restrict a, int n) {
  __requires(0 <= n && n < 1000);
  int g = get_global_id(0), s = 0;
  a[g] = 0;
  for (int i = 0; __candidate_invariant(a[g] == s), __candidate_invariant(i <= n),
                  __candidate_invariant(s == 2 * i + 1), __candidate_invariant(s == 2 * i),
           i < n; ++i) {
    s += 2;
    a[g] = a[g] + 2;
  }
  __assert(a[g] == 2 * n + 1);
}
