// expect: race
//--local_size=16 --num_groups=1
// Nine bytes at most: one too many.

__global__ void head(char *text) {
  const int i = threadIdx.x;
  text[8 + i] = i; /*@race*/
  printf("%5d %.9s\n", i, text); /*@race*/
}
