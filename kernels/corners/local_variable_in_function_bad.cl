// expect: race
//--local_size=64 --num_groups=4
// Called in a loop, where no barrier follows the reading.
int sum_of_two(__local int *a, int lid, int v) {
  a[lid] = v; /*@race*/
  barrier(CLK_LOCAL_MEM_FENCE);
  return a[lid] + a[lid ^ 1]; /*@race*/
}

__kernel void rounds(__global int *out, int n) {
  __local int a[64];
  const int lid = get_local_id(0);
  int v = lid;
  for (int k = 0; k < n; ++k)
    v = sum_of_two(a, lid, v);
  out[get_global_id(0)] = v;
}
