// expect: race
// Whether a pair is copied trivially is another compiler's business: in its library it is not.
#include <type_traits>
#include <utility>
__global__ void each(int *d) { d[threadIdx.x % 32] = threadIdx.x; /*@race*/ }
void run(int *d) { each<<<1, std::is_trivially_copyable<std::pair<int, int>>::value ? 32 : 64>>>(d); }
