// expect: verified
//--pointer-bits=32 --local_size=256 --num_groups=16777215
// size_t has 32 bits: ids from 2^31 onwards are no negative numbers.

__kernel void k(__global int *out) {
  out[get_global_id(0)] = get_group_id(0);
}
