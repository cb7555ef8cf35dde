// expect: verified
//--local_size=64 --num_groups=4
// The same local memory is used by a call in each of two rounds, with barriers that belong to the caller.
int sum_of_two(__local int *a, int lid, int v) {
  a[lid] = v;
  barrier(CLK_LOCAL_MEM_FENCE);
  return a[lid] + a[lid ^ 1];
}

__kernel void rounds(__global int *out) {
  __local int a[64];
  const int lid = get_local_id(0);
  int v = sum_of_two(a, lid, lid);
  barrier(CLK_LOCAL_MEM_FENCE);
  v = sum_of_two(a, lid, v);
  out[get_global_id(0)] = v;
}
