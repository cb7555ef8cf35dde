// COMMAND: verify
// ARGS: --local-size 64 --num-groups 1 --values 64,*
// What the kernel is launched with is an assumption.
__kernel void values(__global int *a, int n, __global int *b, float x) {
  a[n == 64 ? get_local_id(0) : 0] = get_local_id(0);
  b[get_local_id(0)] = x;
}
/* expected
values.cl:4: note: the buffers passed for 'a', 'b' are assumed not to overlap; 'restrict' on each would say so
values.cl: values: verified
  assuming that pointer parameters point to different arrays
  assuming that the kernel is launched with n == 64 (--values)
*/
