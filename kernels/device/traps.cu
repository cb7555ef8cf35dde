// expect: verified
//--local_size=64 --num_groups=1
// assert, with a text and a comma; __trap, __builtin_trap where no thread comes.
#include <cassert>

template <class A, class B> struct Pair { A a; B b; };

__global__ void checks(int *p) {
  const int i = threadIdx.x;
  assert(i < blockDim.x && "within the block");
  assert((Pair<int, int>{i, 1}.b == 1));
  if (i >= 64)
    __trap();
  switch (i & 3) {
  case 0:
  case 1:
  case 2:
  case 3: p[i] = i; break;
  default: __builtin_trap();
  }
}
