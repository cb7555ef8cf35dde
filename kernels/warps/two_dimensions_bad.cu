// expect: race
//--local_size=[8,8] --num_groups=[2,2]
// A warp has but four rows of a block that is eight wide.
__global__ void two_dimensions(int *p) {
  __shared__ int s[8][8];
  int x = threadIdx.x, y = threadIdx.y;
  s[y][x] = x - y;
  __syncwarp();
  p[((blockIdx.y * 2 + blockIdx.x) * 8 + y) * 8 + x] = s[y ^ 4][x ^ 7]; /*@race*/
}
