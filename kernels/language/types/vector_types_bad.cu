// expect: race
//--local_size=64 --num_groups=4
// The second field belongs to the neighbour.

__global__ void vector_types(int2 *b) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  b[i].x = i;         /*@race*/
  b[i + 1].x = 2 * i; /*@race*/
}
