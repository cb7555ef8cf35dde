// expect: assertion
//--local_size=64 --num_groups=4
// The last assertion fails for the last thread.

__kernel void assert_holds(__global int *out, int k) {
  const int i = get_global_id(0);
  __assert(i >= 0 && i < 256);
  __assert(i != 255); /*@assert*/
  out[i] = k;
}
