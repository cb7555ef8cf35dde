// expect: verified
//--local_size=64 --num_groups=4
// What a cell holds grows in each round.

kernel void k(global int *out) {
  int t = get_global_id(0);
  out[t] = 0;
  for (int j = 0; __invariant(0 <= j && j <= 10), __invariant(out[t] == 2 * j), j < 10; ++j)
    out[t] += 2;
  __assert(out[t] == 20);
}
