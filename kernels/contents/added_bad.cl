// expect: assertion
//--local_size=64 --num_groups=4
// A round adds 2.

kernel void k(global int *out) {
  int t = get_global_id(0);
  out[t] = 0;
  for (int j = 0; __invariant(0 <= j && j <= 10), __invariant(out[t] == 3 * j), j < 10; ++j) /*@assert*/
    out[t] += 2;
}
