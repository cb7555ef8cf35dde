// expect: assertion
//--local_size=64 --num_groups=4
// It has stored another value.

kernel void k(global int *out, global const int *in) {
  int t = get_global_id(0);
  out[t] = in[t] + 1;
  __assert(out[t] == in[t] + 2); /*@assert*/
}
