// expect: verified
//--local_size=64 --num_groups=1
// The sum of absolute differences of small numbers is no negative number.

__global__ void sad(int *a, short n, short m) {
  if ((int)__sad(n, m, 0) < 0)
    a[0] = threadIdx.x;
}
