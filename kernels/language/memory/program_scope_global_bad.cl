// expect: race
//--local_size=64 --num_groups=16
// The table has one place for each local id, but sixteen groups write it.
__global int table[64];

__kernel void program_scope_global(void) {
  const int i = get_global_id(0);
  table[get_local_id(0)] = 3 * i; /*@race*/
}
