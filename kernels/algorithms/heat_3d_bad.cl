// expect: race
//--local_size=[8,8,4] --num_groups=[4,4,8]
// The pitch of a plane is that of a row: planes fall onto each other.

__kernel void heat(__global const float *in, __global float *out) {
  const int x = get_global_id(0), y = get_global_id(1), z = get_global_id(2);
  const int i = (z + y) * 32 + x;
  out[i] = in[(z * 32 + y) * 32 + x]; /*@race*/
}
