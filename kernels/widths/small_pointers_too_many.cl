// expect: unsupported
//--pointer-bits=32 --local_size=256 --num_groups=16777217
// More ids than size_t has numbers: no device runs this.

__kernel void k(__global int *out) {
  out[get_global_id(0)] = get_group_id(0);
}
