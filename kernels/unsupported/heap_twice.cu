// expect: unsupported
//--local_size=32 --num_groups=1
// Freed twice, where n is large.

__global__ void twice(int n) {
  int *q = (int *)malloc(sizeof(int));
  if (n > 3)
    free(q);
  free(q); /*@unsupported*/
}
