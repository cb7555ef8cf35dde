// expect: race
//--local_size=16 --num_groups=1
// The format may say that the argument is a string.

__global__ void any(const char *format, char *text, int *place, int n) {
  const int i = threadIdx.x;
  text[i] = 0; /*@race*/
  place[i] = n;
  printf(format, text, place[i], n); /*@race*/
  printf(n > 3 ? "more %d\n" : "less %d\n", n); // one of two
}
