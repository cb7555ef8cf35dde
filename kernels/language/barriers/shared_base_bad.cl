// expect: race
//--local_size=64 --num_groups=4
// The places are reserved a thread, not a group: a thread's place is whatever another one has written.

__kernel void shared_base(__global const int *in, __global int *out) {
  __local int place[64];
  __local int a[128];
  const int lid = get_local_id(0);
  place[lid] = in[get_global_id(0)] & 63;
  barrier(CLK_LOCAL_MEM_FENCE);
  const int base = place[63 - lid];
  a[base + lid] = in[get_global_id(0)]; /*@race*/
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] = a[base + 63 - lid];
}
