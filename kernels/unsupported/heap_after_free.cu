// expect: unsupported
//--local_size=32 --num_groups=1
// What was freed may be another thread's.

__global__ void late(int *p, int n) {
  int *q = (int *)malloc(sizeof(int));
  if (!q)
    return;
  *q = n;
  if (n > 3)
    free(q);
  p[threadIdx.x] = *q; /*@unsupported*/
}
