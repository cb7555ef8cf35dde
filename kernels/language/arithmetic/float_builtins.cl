// expect: verified
//--local_size=64 --num_groups=4
// Floating-point builtins on values.

__kernel void float_builtins(__global float *a, float s) {
  const int i = get_global_id(0);
  float x = a[i];
  float y = sin(x) + cos(x) * sqrt(fabs(x)) + exp(-x) + log(1.0f + x * x) + pow(fabs(x), s);
  y += fma(x, y, s) + mad(x, y, s) + fmin(x, y) + fmax(x, s) + floor(x) + ceil(y) + rsqrt(1.0f + x * x);
  y += native_sin(x) + native_recip(s) + half_exp(x) + tanh(x) + atan2(x, y) + fmod(x, s) + hypot(x, y);
  y += mix(x, y, 0.5f) + step(0.5f, x) + smoothstep(0.0f, 1.0f, x) + sign(y) + radians(x) + copysign(x, y);
  if (isnan(y) || isinf(y) || isgreater(x, y))
    y = 0.0f;
  a[i] = clamp(y, -1.0f, 1.0f);
}
