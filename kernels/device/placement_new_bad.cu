// expect: race
//--local_size=32 --num_groups=1
// Nobody waits for it.

struct Pair {
  int a, b;
  __device__ Pair(int n) : a(n), b(2 * n) {} /*@race*/
};

__global__ void place(int *p, int n) {
  __shared__ __align__(8) char memory[sizeof(Pair)];
  Pair *s = reinterpret_cast<Pair *>(memory);
  if (threadIdx.x == 0)
    new (memory) Pair(n);
  p[threadIdx.x] = s->b; /*@race*/
}
