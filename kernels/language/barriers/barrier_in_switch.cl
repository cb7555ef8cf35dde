// expect: verified
//--local_size=64 --num_groups=4
// A barrier in one case of a switch on a parameter.

__kernel void barrier_in_switch(__global int *out, int mode) {
  __local int buffer[64];
  const int lid = get_local_id(0);
  int v = lid;
  switch (mode) {
  case 1:
    buffer[lid] = v;
    barrier(CLK_LOCAL_MEM_FENCE);
    v = buffer[63 - lid];
    break;
  case 2:
    v = 2 * v;
    break;
  }
  out[get_global_id(0)] = v;
}
