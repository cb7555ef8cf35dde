// expect: race
//--local_size=64 --num_groups=4
// The function has only its first barrier, and so may be called only once.
int exchange(__local int *buffer, int lid, int v) {
  buffer[lid] = v; /*@race*/
  barrier(CLK_LOCAL_MEM_FENCE);
  return buffer[63 - lid]; /*@race*/
}

__kernel void barrier_in_function(__global int *out) {
  __local int buffer[64];
  const int lid = get_local_id(0);
  int v = exchange(buffer, lid, lid);
  v = exchange(buffer, lid, v);
  out[get_global_id(0)] = v;
}
