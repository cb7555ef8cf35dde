// expect: race
//--local_size=64 --num_groups=2048
// 131072 ids do not fit into 16 bits.

__kernel void index_short(__global int *out) {
  const ushort s = (ushort)get_global_id(0);
  out[s] = get_global_id(0); /*@race*/
}
