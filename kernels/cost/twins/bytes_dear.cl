// expect: verified
//--local_size=64 --num_groups=*
// runs: local 32 64; groups 1 2
// Four bytes of an image point, one by one.

__kernel void bytes_dear(__global const uchar *a, __global uchar *out)
    /*@cost requests = 8*warps*/ /*@cost sectors = 32*warps*/ {
  int i = get_global_id(0);
  out[4 * i] = a[4 * i];
  out[4 * i + 1] = a[4 * i + 1];
  out[4 * i + 2] = a[4 * i + 2];
  out[4 * i + 3] = a[4 * i + 3];
}
