// expect: race
//--local_size=* --num_groups=*
// The streams are interleaved with one stream too few.
__kernel void interleave(__global short *out, __global const short *in, int n, int k) {
  int t = get_global_id(0);
  if (n <= 0 || k <= 0 || t >= n * k)
    return;
  int stream = t / n;
  int i = t - stream * n;
  out[i * (k - 1) + stream] = in[t]; /*@race*/
}
