// expect: race
//--local_size=64 --num_groups=4
// The assumption includes 8, which is the next row.

__kernel void assume_entry(__global const int *table, __global int *out) {
  const int i = get_global_id(0);
  const int k = table[i];
  __assume(0 <= k && k <= 8);
  out[8 * i + k] = i; /*@race*/
}
