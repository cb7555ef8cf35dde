// expect: race
// The host passes one surface for both parameters.

__global__ void shift(cudaSurfaceObject_t to, cudaSurfaceObject_t from) {
  int v;
  surf1Dread(&v, from, threadIdx.x * 4 + 4); /*@race*/
  surf1Dwrite(v, to, threadIdx.x * 4); /*@race*/
}

void run(cudaSurfaceObject_t s) { shift<<<1, 64>>>(s, s); }
