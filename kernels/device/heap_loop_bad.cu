// expect: race
//--local_size=16 --num_groups=1
// The first allocation of the loop still holds half of an id when the second one gets the whole.

__global__ void rounds(int *p) {
  const int i = threadIdx.x;
  int *first = nullptr;
  for (int k = 0; k < 2; ++k) {
    int *cell = (int *)malloc(4);
    if (k == 0)
      first = cell;
    *cell = k == 0 ? i / 2 : i;
  }
  p[*first] = i; /*@race*/
}
