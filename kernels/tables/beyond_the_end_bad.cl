// expect: race
//--local_size=5 --num_groups=1
// The last thread reads what is behind the table, which may be anything.
__constant int place[4] = {3, 1, 2, 0};
__kernel void beyond_the_end(__global int *g) {
  const int t = get_local_id(0);
  g[place[t]] = t; /*@race*/
}
