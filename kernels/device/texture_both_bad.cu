// expect: race
//--local_size=64 --num_groups=4
// The place is what a texture holds.

texture<float, cudaTextureType2D, cudaReadModeElementType> older;
texture<uchar4, cudaTextureType2D, cudaReadModeNormalizedFloat> colours;

__global__ void sample(float *p, cudaTextureObject_t newer) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const float4 c = tex2D(colours, i, 0);
  p[tex1Dfetch<unsigned>(newer, i) % 256] = tex2D(older, i, 1) + tex2D<float>(newer, i, 1) + c.x +
                                         i;
}
