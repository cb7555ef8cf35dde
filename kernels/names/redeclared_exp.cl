// expect: verified
//--local_size=8 --num_groups=1
// A declaration with the builtin's type declares the builtin once more: all threads agree on its result.

float exp(float x);

__kernel void redeclared_exp(__global float *p, float x) {
  if (exp(x) > 2.0f)
    barrier(CLK_LOCAL_MEM_FENCE);
  p[get_local_id(0)] = exp(x);
}
