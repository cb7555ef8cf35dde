// expect: verified
//--local_size=64 --num_groups=4
// The barrier stands in a function that is called from two places.
int exchange(__local int *buffer, int lid, int v) {
  buffer[lid] = v;
  barrier(CLK_LOCAL_MEM_FENCE);
  int r = buffer[63 - lid];
  barrier(CLK_LOCAL_MEM_FENCE);
  return r;
}

__kernel void barrier_in_function(__global int *out) {
  __local int buffer[64];
  const int lid = get_local_id(0);
  int v = exchange(buffer, lid, lid);
  v = exchange(buffer, (lid + 32) % 64, v);
  out[get_global_id(0)] = v;
}
