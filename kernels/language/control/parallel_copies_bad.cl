// expect: race
//--local_size=64 --num_groups=4
// As parallel_copies.cl; the place comes from a variable, which is 4 after two rounds.

__kernel void parallel_copies_bad(__global int *out, int n) {
  int x = 1, y = 2, z = 3;
  for (int i = 0; i < n; i++) {
    int t = x;
    x = y;
    y = z + t;
    z = x;
  }
  out[x == 4 ? get_local_id(0) : get_global_id(0)] = get_group_id(0); /*@race*/
}
