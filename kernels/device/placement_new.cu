// expect: verified
//--local_size=32 --num_groups=1
// An object in group memory, made by one thread.

struct Pair {
  int a, b;
  __device__ Pair(int n) : a(n), b(2 * n) {}
};

__global__ void place(int *p, int n) {
  __shared__ __align__(8) char memory[sizeof(Pair)];
  Pair *s = reinterpret_cast<Pair *>(memory);
  if (threadIdx.x == 0)
    new (memory) Pair(n);
  __syncthreads();
  p[threadIdx.x] = s->b;
}
