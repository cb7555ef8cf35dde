// expect: verified
//--local_size=256 --num_groups=16
// The scan with two halves of one array that change roles, and one barrier a round.

__kernel void scan(__global const int *in, __global int *out) {
  __local int a[2 * 256];
  const int lid = get_local_id(0);
  int to = 0, from = 1;
  a[lid] = in[get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int d = 1; d < 256; d <<= 1) {
    to = 1 - to;
    from = 1 - to;
    if (lid >= d)
      a[to * 256 + lid] = a[from * 256 + lid] + a[from * 256 + lid - d];
    else
      a[to * 256 + lid] = a[from * 256 + lid];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  out[get_global_id(0)] = a[to * 256 + lid];
}
