// expect: assertion
//--local_size=64 --num_groups=4
// True, but a round that begins with out[t] == j alone does not preserve it.

kernel void k(global int *out, global int *by) {
  int t = get_global_id(0);
  by[t] = 2;
  out[t] = 0;
  for (int j = 0; __invariant(0 <= j && j <= 10), __invariant(out[t] == 2 * j), j < 10; ++j) { /*@assert*/
    out[t] += by[t];
    by[t] = 2;
  }
}
