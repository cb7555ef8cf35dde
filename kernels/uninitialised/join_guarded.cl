// expect: verified
//--local_size=8 --num_groups=2
// Read only where it has been written, in a loop and behind a barrier.
kernel void join_guarded(global int *o, global int *in, int n) {
  int best, at;
  int have = 0;
  int t = get_global_id(0);
  for (int i = 0; i < n; ++i) {
    int v = in[i];
    if (!have || v > best) {
      best = v;
      have = 1;
    }
  }
  if (t < n)
    at = 2 * t;
  barrier(CLK_GLOBAL_MEM_FENCE);
  if (t < n) {
    o[at] = best;
    o[at + 1] = have;
  }
}
