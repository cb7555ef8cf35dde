// expect: verified
//--local_size=64 --num_groups=4
// An array of int3: each takes the room of four.

__kernel void vectors_of_three(__global int3 *a) {
  const int i = get_global_id(0);
  int3 v = a[i];
  a[i] = v.zyx + (int3)(1, 2, 3);
}
