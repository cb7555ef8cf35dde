// expect: race
//--local_size=64 --num_groups=1
// A candidate invariant is a hint: a wrong one changes nothing.
__kernel void candidate_that_is_wrong(__global int *out, int n) {
  for (int i = 0; __candidate_invariant(n < 0), i < n; ++i)
    out[i] = get_local_id(0); /*@race*/
}
