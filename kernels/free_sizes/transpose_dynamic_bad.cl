// expect: race
//--local_size=[*,*] --num_groups=[*,*]
// The input's pitch is the output's, too.
__kernel void transpose(__global float *out, __global const float *in, int width, int height, __local float *tile) {
  if (get_local_size(0) != get_local_size(1))
    return;
  int x = get_group_id(0) * get_local_size(0) + get_local_id(0), y = get_group_id(1) * get_local_size(0) + get_local_id(1);
  if (x < width && y < height)
    tile[get_local_id(1) * get_local_size(0) + get_local_id(0)] = in[y * width + x];
  barrier(CLK_LOCAL_MEM_FENCE);
  x = get_group_id(1) * get_local_size(0) + get_local_id(0);
  y = get_group_id(0) * get_local_size(0) + get_local_id(1);
  if (x < height && y < width)
    out[y * width + x] = tile[get_local_id(0) * get_local_size(0) + get_local_id(1)]; /*@race*/
}
