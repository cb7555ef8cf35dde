// expect: verified
//--local_size=8 --num_groups=1
// Functions with a second result behind a pointer.

__global__ void two_results(float *p, double *d, int *e, float *f) {
  int i = threadIdx.x;
  p[i] = frexpf(p[i], e + i) + frexp(p[i], e + i);
  d[i] = frexp(d[i], &e[i]) + remquo(d[i], 3.0, &e[i]) + remquof(p[i], 2.0f, &e[i]);
  p[i] += modff(p[i], f + i) + modf(p[i], f + i);
  sincosf(p[i], f + i, p + i);
}
