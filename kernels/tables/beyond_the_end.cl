// expect: verified
//--local_size=5 --num_groups=1
// The last thread does not use what it would read behind the table.
__constant int place[4] = {3, 1, 2, 0};
__kernel void beyond_the_end(__global int *g) {
  const int t = get_local_id(0);
  if (t < 4)
    g[place[t]] = t;
}
