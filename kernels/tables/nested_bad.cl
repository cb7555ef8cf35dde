// expect: race
//--local_size=8 --num_groups=1
// The inner table leads two threads to one entry of the outer.
__constant int first[8] = {1, 0, 3, 2, 5, 4, 7, 7};
__constant uchar second[8] = {7, 5, 3, 1, 0, 2, 4, 6};
__kernel void nested(__global int *g) {
  const int t = get_local_id(0);
  g[second[first[t]]] = t; /*@race*/
}
