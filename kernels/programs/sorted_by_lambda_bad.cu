// expect: race
// The twin, whose blocks write to the same places.
#include <algorithm>
#include <vector>

__global__ void sorted_by_lambda_bad(int *a, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    a[threadIdx.x] = blockIdx.x; /*@race*/
}

int main() {
  std::vector<int> v(100);
  std::sort(v.begin(), v.end(), [](int x, int y) { return x > y; });
  int *a;
  cudaMalloc(&a, 256 * sizeof(int));
  sorted_by_lambda_bad<<<2, 128>>>(a, 256);
}
