// expect: verified
//--local_size=64 --num_groups=4
// One thread reserves places for the whole group and tells the others where they begin.

__kernel void shared_base(__global const int *in, __global int *out) {
  __local int place;
  __local int a[128];
  const int lid = get_local_id(0);
  if (lid == 0)
    place = in[get_group_id(0)] & 63;
  barrier(CLK_LOCAL_MEM_FENCE);
  const int base = place;
  a[base + lid] = in[get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] = a[base + 63 - lid];
}
