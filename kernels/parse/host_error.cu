// expect: verified
//--local_size=64 --num_groups=4
// Mistakes in host code cost nothing, wherever they stand; its launches still make kernels of templates.
#include <vector>

template <class T> __global__ void host_error(T *a) {
  a[threadIdx.x + blockIdx.x * blockDim.x] = 1;
}

unknown_type globe;

int main() {
  unknown_type x;
  std::vector<int> v(10);
  x.begin(v);
  host_error<<<1, 1>>>((float *)0);
  return nothing;
}

void late(unknown_type x) {
  x();
}
