// expect: unsupported
//--local_size=32 --num_groups=1
// Memory from elsewhere is freed, and given on through group memory.

__global__ void pass(int *given, int *p) {
  __shared__ int *s;
  if (threadIdx.x == 0) {
    s = (int *)malloc(128);
    free(given); /*@unsupported*/
  }
  __syncthreads();
  p[threadIdx.x] = s[threadIdx.x]; /*@unsupported*/
}
