// expect: verified
//--local_size=64 --num_groups=*
// runs: local 32 64; groups 1 2
// The four bytes together.

__kernel void bytes_cheap(__global const uchar4 *a, __global uchar4 *out)
    /*@cost requests = 2*warps*/ /*@cost sectors = 8*warps*/ {
  int i = get_global_id(0);
  out[i] = a[i];
}
