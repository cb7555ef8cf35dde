// expect: verified
//--local_size=64 --num_groups=4
// Functions with a second result through a pointer: to private and to global memory.

__kernel void second_results(__global float *a, __global float *b, __global int *e) {
  const int i = get_global_id(0);
  float c, whole;
  int exponent;
  float s = sincos(a[i], &c);
  s += fract(s, &whole) + frexp(c, &exponent);
  a[i] = s * c + whole;
  e[i] = exponent;
  a[i] += modf(s, b + i);
}
