// expect: race
//--local_size=64 --num_groups=4
// Read at the group's place, the bases may coincide.

__kernel void lookup(__global const int *base, __global int *a) {
  a[(base[get_group_id(0)] & 0xffff) * 64 + (int)get_local_id(0)] = get_group_id(0); /*@race*/
}
