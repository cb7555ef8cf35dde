// expect: verified
//--local_size=64 --num_groups=1
// Squares of natural numbers differ.

__kernel void squares(__global int *a) {
  const int lid = get_local_id(0);
  a[lid * lid] = lid;
}
