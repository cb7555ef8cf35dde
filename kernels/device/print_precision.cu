// expect: verified
//--local_size=16 --num_groups=1
// Eight bytes at most: the first half is read by all threads, the second half is written.

__global__ void head(char *text) {
  const int i = threadIdx.x;
  text[8 + i] = i;
  printf("%5d %.8s\n", i, text);
}
