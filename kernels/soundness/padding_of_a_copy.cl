// expect: verified
//--local_size=64 --num_groups=1
// Members that are read one by one leave the unnamed bytes alone.
struct pair {
  char key;
  int value;
};
__kernel void padding_of_a_copy(__global struct pair *in, __global int *out) {
  int t = get_local_id(0);
  out[t] = in[0].key + in[0].value;
  if (t == 0)
    ((__global char *)in)[1] = 7;
}
