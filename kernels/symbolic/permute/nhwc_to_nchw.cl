// expect: verified
//--local_size=* --num_groups=*
// From interleaved channels to planes; the places are written as sums of products.
__kernel void nhwc_to_nchw(__global const float *src, __global float *dst, const int batch, const int height,
                           const int width, const int channels) {
  const int gid = get_global_id(0);
  if (batch <= 0 || height <= 0 || width <= 0 || channels <= 0)
    return;
  if (gid >= batch * height * width * channels)
    return;
  const int c = gid % channels;
  const int x = (gid / channels) % width;
  const int y = (gid / (channels * width)) % height;
  const int n = gid / (channels * width * height);
  dst[n * channels * height * width + c * height * width + y * width + x] = src[gid];
}
