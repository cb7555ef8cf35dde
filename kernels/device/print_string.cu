// expect: verified
//--local_size=64 --num_groups=1
// The string that printf prints is read to its end: here when nobody writes to it any more.

__global__ void name(char *text, const char *other, int n) {
  const int i = threadIdx.x;
  text[i] = i < 63 ? 'a' + i % 26 : 0;
  __syncthreads();
  printf("%d of %.*s: %s, %s\n", i, n, other, text, "a literal");
}
