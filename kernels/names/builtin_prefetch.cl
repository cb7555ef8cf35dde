// expect: verified
//--local_size=8 --num_groups=1
// OpenCL's own prefetch, beside a user's overload with a body.

void __attribute__((overloadable)) prefetch(__global int *s, int n) {
  s[n] = 0;
}

__kernel void builtin_prefetch(__global int *p) {
  prefetch(p, (size_t)16);
  prefetch(p, (int)get_local_id(0));
}
