// expect: assertion
//--local_size=64 --num_groups=4
// Another number.

kernel void k(global float *out) {
  int t = get_global_id(0);
  out[t] = 1.0f;
  __assert(out[t] == 2.0f); /*@assert*/
}
