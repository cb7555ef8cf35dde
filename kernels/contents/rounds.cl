// expect: verified
//--local_size=64 --num_groups=4
// A loop invariant about a cell that the first round stores.

kernel void k(global int *out) {
  int t = get_global_id(0);
  for (int j = 0; __invariant(0 <= j && j <= 10), __invariant(j == 0 || out[t] == j), j < 10; ++j)
    out[t] = j + 1;
  __assert(out[t] == 10);
}
