// expect: race
//--pointer-bits=32 --local_size=256 --num_groups=16777215
// Half of the ids, twice.

__kernel void k(__global int *out) {
  out[get_global_id(0) % 2147483648u] = get_group_id(0);
}
