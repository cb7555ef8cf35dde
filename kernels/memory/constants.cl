// expect: verified
//--local_size=64 --num_groups=1
// observe nvidia c: words 8
// Constant memory serves one word at a time.

__kernel void constants(__constant int *c, __global int *out) {
  const int t = get_local_id(0);
  out[t] = c[t / 4];
}
