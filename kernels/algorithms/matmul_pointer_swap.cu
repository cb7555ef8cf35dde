// expect: verified
//--local_size=[16,16] --num_groups=[8,8]
// The tiled product with two tiles for each factor: pointers to them change places, one barrier a round is enough.

#define T 16
typedef float (*Tile)[T + 1];

__global__ void matmul_pointer_swap(const float *__restrict__ a, const float *__restrict__ b, float *__restrict__ c,
                                    int n) {
  __requires(n == 128);
  __shared__ float as[2][T][T + 1], bs[2][T][T + 1];
  Tile now_a = as[0], next_a = as[1];
  Tile now_b = bs[0], next_b = bs[1];
  const int x = threadIdx.x, y = threadIdx.y;
  const int row = blockIdx.y * T + y, col = blockIdx.x * T + x;
  const float *pa = a + row * n + x, *pb = b + y * n + col;
  now_a[y][x] = *pa;
  now_b[y][x] = *pb;
  __syncthreads();
  float sum = 0.0f;
  for (int t = 0; t < n / T; ++t) {
    pa += T;
    pb += T * n;
    if (t + 1 < n / T) {
      next_a[y][x] = *pa;
      next_b[y][x] = *pb;
    }
#pragma unroll
    for (int k = 0; k < T; ++k)
      sum += now_a[y][k] * now_b[k][x];
    __syncthreads();
    const Tile used_a = now_a, used_b = now_b;
    now_a = next_a;
    now_b = next_b;
    next_a = used_a;
    next_b = used_b;
  }
  c[row * n + col] = sum;
}
