// expect: verified
//--local_size=32 --num_groups=1
// As many ones as the lane's number: each lane its own place.
__global__ void count_below(int *p) {
  const unsigned lane = threadIdx.x;
  p[__popc((1u << lane) - 1)] = lane;
}
