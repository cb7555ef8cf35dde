// expect: race
//--local_size=64 --num_groups=1
// A copy of a structure reads all of its bytes, the unnamed ones too.
struct pair {
  char key;
  int value;
};
__kernel void padding_of_a_copy(__global struct pair *in, __global int *out) {
  int t = get_local_id(0);
  struct pair own = in[0]; /*@race*/
  out[t] = own.value;
  if (t == 0)
    ((__global char *)in)[1] = 7; /*@race*/
}
