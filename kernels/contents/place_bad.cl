// expect: race
//--local_size=64 --num_groups=4
// Two threads store one place.

kernel void k(global int *out, global int *place, int n) {
  int t = get_global_id(0);
  for (int i = 0; i < n; ++i) {
    place[t] = t / 2;
    out[place[t]] = t; /*@race*/
  }
}
