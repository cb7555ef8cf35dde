// expect: verified
//--local_size=64 --num_groups=16
// A neighbour's element of local memory is read after the barrier.

__kernel void local_array(__global const int *in, __global int *out) {
  __local int buffer[64];
  const int lid = get_local_id(0);
  buffer[lid] = in[get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] = buffer[(lid + 1) % 64];
}
