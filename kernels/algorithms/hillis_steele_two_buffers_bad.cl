// expect: race
//--local_size=256 --num_groups=16
// The halves do not change roles: after the first round the scan goes on in place.

__kernel void scan(__global const int *in, __global int *out) {
  __local int a[2 * 256];
  const int lid = get_local_id(0);
  int to = 0, from = 1;
  a[256 + lid] = in[get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int d = 1; d < 256; d <<= 1) {
    if (lid >= d)
      a[to * 256 + lid] = a[from * 256 + lid] + a[from * 256 + lid - d]; /*@race*/
    from = to;
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  out[get_global_id(0)] = a[to * 256 + lid];
}
