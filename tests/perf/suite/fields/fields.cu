// Structures, a template, a launch from a function, atomics and a gather.
#include <cassert>
#include <cstdio>
#include <vector>

struct Body { float x, y, z, mass; };

#define CHECK(call)                                                                                                    \
  do {                                                                                                                 \
    cudaError_t e = call;                                                                                              \
    if (e != cudaSuccess) {                                                                                            \
      fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, cudaGetErrorString(e));                                       \
      exit(1);                                                                                                         \
    }                                                                                                                  \
  } while (0)

__constant__ float scale;

template <int Width> __global__ void masses(const Body *bodies, const int *order, float *out, int *bins, int n) {
  const int i = blockIdx.x * Width + threadIdx.x;
  if (i >= n)
    return;
  out[i] = bodies[i].mass * scale;
  out[n + i] = bodies[order[i]].mass;
  atomicAdd(&bins[i % 8], 1);
}

static void launch(const Body *bodies, const int *order, float *out, int *bins, int n) {
  masses<128><<<(n + 127) / 128, 128>>>(bodies, order, out, bins, n);
  CHECK(cudaGetLastError());
}

int main() {
  const int n = 1 << 16;
  std::vector<Body> host(n);
  Body *bodies;
  int *order, *bins;
  float *out;
  CHECK(cudaMalloc(&bodies, n * sizeof(Body)));
  CHECK(cudaMalloc(&order, n * sizeof(int)));
  CHECK(cudaMalloc(&bins, 8 * sizeof(int)));
  CHECK(cudaMalloc(&out, 2 * n * sizeof(float)));
  CHECK(cudaMemcpy(bodies, host.data(), n * sizeof(Body), cudaMemcpyHostToDevice));
  launch(bodies, order, out, bins, n);
  CHECK(cudaDeviceSynchronize());
  return 0;
}
