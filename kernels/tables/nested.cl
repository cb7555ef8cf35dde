// expect: verified
//--local_size=8 --num_groups=1
// A table leads into another.
__constant int first[8] = {1, 0, 3, 2, 5, 4, 7, 6};
__constant uchar second[8] = {7, 5, 3, 1, 0, 2, 4, 6};
__kernel void nested(__global int *g) {
  const int t = get_local_id(0);
  g[second[first[t]]] = t;
}
