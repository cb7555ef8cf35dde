// expect: assertion
//--local_size=64 --num_groups=1
// One thread comes to the trap.
#include <cassert>

template <class A, class B> struct Pair { A a; B b; };

__global__ void checks(int *p) {
  const int i = threadIdx.x;
  assert(i < blockDim.x && "within the block");
  assert((Pair<int, int>{i, 1}.b == 1));
  if (i >= 63)
    __trap(); /*@assert*/
  switch (i & 3) {
  case 0:
  case 1:
  case 2:
  case 3: p[i] = i; break;
  default: __builtin_trap();
  }
}
