// expect: verified
//--local_size=64 --num_groups=4
// Whole structs are copied: one ranged access each.
struct Record {
  int key;
  float payload[5];
};

__kernel void struct_copy(__global const struct Record *in, __global struct Record *out) {
  const int i = get_global_id(0);
  const int n = get_global_size(0);
  out[i] = in[n - 1 - i];
}
