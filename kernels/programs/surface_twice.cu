// expect: verified
// Two surfaces: one is read, the other written.

__global__ void shift(cudaSurfaceObject_t to, cudaSurfaceObject_t from) {
  int v;
  surf1Dread(&v, from, threadIdx.x * 4 + 4);
  surf1Dwrite(v, to, threadIdx.x * 4);
}

void run(cudaSurfaceObject_t to, cudaSurfaceObject_t from) { shift<<<1, 64>>>(to, from); }
