// expect: race
//--local_size=64 --num_groups=4 --tolerate=computed
// A bit that is zero whatever is loaded, but it is made of what is loaded.

__kernel void remainder_of(__global const uint *restrict in, __global uint *restrict found) {
  uint v = in[get_global_id(0)];
  found[0] = (v * v * v + v) & 1; /*@race*/
}
