// expect: verified
//--local_size=16 --num_groups=1
// A format of which nothing is known may ask for any argument's string, and is one itself.

__global__ void any(const char *format, char *text, int *place, int n) {
  const int i = threadIdx.x;
  text[i] = 0;
  place[i] = n;
  __syncthreads();
  printf(format, text, place[i], n);
  printf(n > 3 ? "more %d\n" : "less %d\n", n); // one of two
}
