// expect: unknown
//--local_size=32 --num_groups=1 --warp-sync=32
// As lock_step_bad.cl, for numbers that no execution is tried with: what is not proved is said to be unknown.

kernel void k(global int *out, global const float *in) {
  local int a[32];
  int t = get_local_id(0);
  a[t] = t;
  if (in[0] * in[1] + in[2] * in[3] == 7654321.5f)
    a[t ^ 1] = 100;
  int x = a[t];
  __assert(x == t);
  out[x] = 1;
}
