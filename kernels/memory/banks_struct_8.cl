// expect: verified
//--local_size=256 --num_groups=1
// observe nvidia tile read: wavefronts 2, degree 2, ideal 1
// A member of eight bytes.

struct P { float x, y; };

__kernel void banks_struct_8(__global float *out) {
  __local struct P tile[256];
  const int t = get_local_id(0);
  for (int i = t; i < 256; i += 256)
    tile[i].x = i;
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_local_id(1) * get_local_size(0) + t] = tile[t].x;
}
