// expect: verified
//--local_size=64 --num_groups=4
// Integer builtins on values; places stay the thread's own.

__kernel void integer_builtins(__global const int *in, __global int *out) {
  const int i = get_global_id(0);
  const int a = in[i], b = in[i + 1];
  int v = add_sat(a, b) + sub_sat(a, b) + hadd(a, b) + rhadd(a, b) + mul_hi(a, b);
  v ^= rotate(a, 3) + clz(b) + popcount(a) + mad_hi(a, b, v) + upsample((short)a, (ushort)b);
  v += (int)abs_diff(a, b) + mad_sat(a, b, v) + select(a, b, a < b) + bitselect(a, b, v);
  out[i] = v;
}
