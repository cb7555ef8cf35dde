// expect: verified
//--local_size=64 --num_groups=1 --tolerate=unchanged
// What is read is what is written, in bytes.

__kernel void part(__global uchar *restrict a, __global int *restrict b) {
  a[1] = 0;
  b[get_global_id(0)] = a[1];
}
