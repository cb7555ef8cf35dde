// expect: assertion
//--local_size=64 --num_groups=4
// The invariant holds on entry but is not maintained.

__kernel void invariant_sum(__global int *out, int n) {
  __requires(0 <= n && n <= 1000);
  const int i = get_global_id(0);
  int j, s = 0;
  for (j = 0; __invariant(s == 3 * j), j < n; ++j) /*@assert*/
    s += 2;
  out[i] = s;
}
