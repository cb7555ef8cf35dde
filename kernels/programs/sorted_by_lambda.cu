// expect: verified
// Host code that sorts by a lambda costs nothing: no other file could define such a function.
#include <algorithm>
#include <vector>

__global__ void sorted_by_lambda(int *a, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    a[i] = i;
}

int main() {
  std::vector<int> v(100);
  std::sort(v.begin(), v.end(), [](int x, int y) { return x > y; });
  int *a;
  cudaMalloc(&a, 256 * sizeof(int));
  sorted_by_lambda<<<2, 128>>>(a, 256);
}
