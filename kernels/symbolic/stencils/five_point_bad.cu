// expect: race
//--local_size=[16,16] --num_groups=[*,*]
// The rows of the result are packed, one point too short.
__global__ void five_point(const float *__restrict__ in, float *__restrict__ out, int nx, int ny, int pitch) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int j = blockIdx.y * blockDim.y + threadIdx.y;
  if (pitch < nx)
    return;
  if (i < 1 || j < 1 || i >= nx - 1 || j >= ny - 1)
    return;
  int at = j * pitch + i;
  out[j * (nx - 3) + i] = 0.25f * (in[at - 1] + in[at + 1] + in[at - pitch] + in[at + pitch]) - in[at]; /*@race*/
}
