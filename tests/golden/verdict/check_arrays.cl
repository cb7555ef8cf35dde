// COMMAND: verify
// ARGS: --local-size 64 --num-groups 1 --check-arrays b,c
// A race on an array that is not asked about is none of the verdict's, and is listed.
__kernel void check_arrays(__global int *a, __global int *b) {
  __local int c[64];
  a[0] = get_local_id(0);
  c[get_local_id(0)] = 1;
  b[get_local_id(0)] = c[get_local_id(0)];
}
/* expected
check_arrays.cl:4: note: the buffers passed for 'a', 'b' are assumed not to overlap; 'restrict' on each would say so
check_arrays.cl: check_arrays: verified
  assuming that pointer parameters point to different arrays
  assuming that no race happens on other arrays than 'b', 'c': they are not asked about (--check-arrays)
*/
