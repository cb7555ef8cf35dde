// expect: verified
//--local_size=[*,*] --num_groups=[*,*]
// The launch strides over a plane.
__kernel void scale(__global float *d, float s, int width, int height) {
  for (int y = get_global_id(1); y < height; y += get_global_size(1))
    for (int x = get_global_id(0); x < width; x += get_global_size(0))
      d[y * width + x] *= s;
}
