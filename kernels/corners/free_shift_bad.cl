// expect: race
//--local_size=64 --num_groups=4
// A free shift of an unsigned number pushes the id out at the top.

__kernel void free_shift(__global int *a, int s) {
  const uint i = get_global_id(0);
  a[i << s] = i; /*@race*/
}
