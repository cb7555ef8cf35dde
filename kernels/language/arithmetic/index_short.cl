// expect: verified
//--local_size=64 --num_groups=16
// Short arithmetic promotes to int and is cut back.

__kernel void index_short(__global int *out) {
  const short s = (short)get_global_id(0);
  const short t = s * 3 + 1;
  out[t] = s;
}
