// expect: error
//--local_size=8 --num_groups=1
// Promises that contradict each other: nothing reaches the end, and a proof would be about nothing.

__global__ void contradictory_promises_bad(int *p, int n) {
  __builtin_assume(n > 0);
  __builtin_assume(n < 0);
  p[0] = threadIdx.x;
}
