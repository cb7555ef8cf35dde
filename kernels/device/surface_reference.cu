// expect: verified
//--local_size=64 --num_groups=4
// Surface references, the older way; layers are apart.

surface<void, cudaSurfaceType2DLayered> image;
surface<void, 1> line;

__global__ void fill(int layers) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  for (int z = 0; z < layers; ++z)
    surf2DLayeredwrite((float)x, image, x * 4, 0, z);
  const short old = surf1Dread<short>(line, 2 * x);
  surf1Dwrite((short)(old + 1), line, 2 * x);
}
