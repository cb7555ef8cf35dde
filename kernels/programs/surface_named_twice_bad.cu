// expect: race
// The host passes one surface by two names.

__global__ void shift(cudaSurfaceObject_t to, int by, cudaSurfaceObject_t from) {
  int v;
  surf1Dread(&v, from, (threadIdx.x + by) * 4); /*@race*/
  surf1Dwrite(v, to, threadIdx.x * 4); /*@race*/
}

void run(cudaSurfaceObject_t s) {
  cudaSurfaceObject_t other = s;
  shift<<<1, 64>>>(s, 1, other);
}
