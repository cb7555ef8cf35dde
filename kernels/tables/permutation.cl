// expect: verified
//--local_size=8 --num_groups=2
// A permutation from a table, read at a place that the thread's number decides.
__constant int place[4] = {3, 1, 2, 0};
__kernel void permutation(__global int *g) {
  const int t = get_local_id(0);
  g[get_group_id(0) * 8 + t / 4 * 4 + place[t & 3]] = t;
}
