// expect: race
//--local_size=64 --num_groups=1
// No barrier before the string is printed.

__global__ void name(char *text, const char *other, int n) {
  const int i = threadIdx.x;
  text[i] = i < 63 ? 'a' + i % 26 : 0; /*@race*/
  printf("%d of %.*s: %s, %s\n", i, n, other, text, "a literal"); /*@race*/
}
