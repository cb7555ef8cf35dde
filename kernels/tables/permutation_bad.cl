// expect: race
//--local_size=8 --num_groups=2
// An entry stands twice.
__constant int place[4] = {3, 1, 2, 1};
__kernel void permutation(__global int *g) {
  const int t = get_local_id(0);
  g[get_group_id(0) * 8 + t / 4 * 4 + place[t & 3]] = t; /*@race*/
}
