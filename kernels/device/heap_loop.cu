// expect: verified
//--local_size=16 --num_groups=1
// What a loop allocates is new each time; not all of it need be there.

__global__ void rounds(int *p, int n) {
  const int i = threadIdx.x;
  for (int k = 0; k < n; ++k) {
    int *cell = new int, *other = (int *)malloc(8);
    *cell = 16 * k + i;
    other[1] = -1;
    p[*cell] = i;
    delete cell;
    free(other);
  }
}
