// expect: verified
//--local_size=4 --num_groups=1
// What an initialiser leaves out is 0: two threads have their own places, the others do not write.
__constant int place[4] = {3, 1};
__kernel void rest_is_zero(__global int *g) {
  const int t = get_local_id(0);
  if (place[t] != 0)
    g[place[t]] = t;
}
