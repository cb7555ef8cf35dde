// expect: race
//--blockDim=64 --gridDim=2
// A small number as a pointer keeps its value beside one that leads to an array.
__global__ void pointer_small(int *out, int c) {
  int *p = c & 1 ? (int *)8 : out;
  if ((unsigned long)p == 8 && (unsigned long)out != 8)
    out[0] = threadIdx.x; /*@race*/
}
