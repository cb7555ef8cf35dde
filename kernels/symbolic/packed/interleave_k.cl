// expect: verified
//--local_size=* --num_groups=*
// Interleaves k streams of n numbers; an element for each work-item.
__kernel void interleave(__global short *out, __global const short *in, int n, int k) {
  int t = get_global_id(0);
  if (n <= 0 || k <= 0 || t >= n * k)
    return;
  int stream = t / n;
  int i = t - stream * n;
  out[i * k + stream] = in[t];
}
