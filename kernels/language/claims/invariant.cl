// expect: verified
//--local_size=64 --num_groups=4
// A user invariant at a loop head, and an assertion that follows from it after the loop.

__kernel void invariant_sum(__global int *out, int n) {
  __requires(0 <= n && n <= 1000);
  const int i = get_global_id(0);
  int j, s = 0;
  for (j = 0; __invariant(0 <= j && j <= n), __invariant(s == 3 * j), j < n; ++j)
    s += 3;
  __assert(s == 3 * n);
  out[i] = s;
}
