// expect: verified
//--local_size=[16,16] --num_groups=[*,*]
// Five points of a plane with a pitch, out of place; the border is left.
__global__ void five_point(const float *__restrict__ in, float *__restrict__ out, int nx, int ny, int pitch) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int j = blockIdx.y * blockDim.y + threadIdx.y;
  if (pitch < nx)
    return;
  if (i < 1 || j < 1 || i >= nx - 1 || j >= ny - 1)
    return;
  int at = j * pitch + i;
  out[at] = 0.25f * (in[at - 1] + in[at + 1] + in[at - pitch] + in[at + pitch]) - in[at];
}
