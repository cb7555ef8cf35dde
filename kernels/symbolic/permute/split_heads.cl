// expect: verified
//--local_size=[*,*,*] --num_groups=[*,*,*]
// Splits rows into heads; the launch has an axis for each of dim, head and token.
__kernel void split_heads(__global float *out, __global const float *in, int tokens, int heads, int dim) {
  int d = get_global_id(0);
  int h = get_global_id(1);
  int t = get_global_id(2);
  if (d >= dim || h >= heads || t >= tokens)
    return;
  out[(h * tokens + t) * dim + d] = in[(t * heads + h) * dim + d];
}
