// expect: race
//--local_size=8 --num_groups=1
// The twin of builtin_prefetch.cl: the user's overload is called for one place.

void __attribute__((overloadable)) prefetch(__global int *s, int n) {
  s[n / 2] = n; /*@race*/
}

__kernel void builtin_prefetch_bad(__global int *p) {
  prefetch(p, (size_t)16);
  prefetch(p, (int)get_local_id(0));
}
