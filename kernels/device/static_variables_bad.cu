// expect: race
//--local_size=64 --num_groups=1
// The static variable of a function is one for all threads.

static __device__ int table[64];
__device__ static int bins[4];
static __constant__ int weights[4] = {1, 2, 4, 8};
struct Shape {
  static __device__ int sides[64];
};
__device__ int Shape::sides[64];

__device__ int turned(int i) {
  static __shared__ int row[64];
  static int calls;
  static const int step[3] = {1, 2, 3};
  row[i] = i;
  calls += 1; /*@race*/
  __syncthreads();
  return row[63 - i] + step[i % 3];
}

__global__ void statics(int *p) {
  const int i = threadIdx.x;
  table[i] = weights[i & 3];
  atomicAdd(&bins[i & 3], 1);
  Shape::sides[i] = turned(i);
  p[i] = table[i];
}
