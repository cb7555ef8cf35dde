// expect: verified
//--local_size=64 --num_groups=4
// A place that was stored, and read back by way of a loop.

kernel void k(global int *out, global int *place, int n) {
  int t = get_global_id(0);
  for (int i = 0; i < n; ++i) {
    place[t] = t;
    out[place[t]] = i;
  }
}
