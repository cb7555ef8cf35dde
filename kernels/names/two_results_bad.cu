// expect: race
//--local_size=8 --num_groups=1
// The twin of two_results.cu: all threads write their exponents into one place.

__global__ void two_results_bad(float *p, int *e) {
  int i = threadIdx.x;
  p[i] = frexpf(p[i], e); /*@race*/
}
