// expect: race
//--local_size=64 --num_groups=1
// An absolute difference is an unsigned number, and may be a negative one when it is read as signed.

__global__ void sad(int *a, int n, int m) {
  if ((int)__sad(n, m, 0) < 0)
    a[0] = threadIdx.x; /*@race*/
}
