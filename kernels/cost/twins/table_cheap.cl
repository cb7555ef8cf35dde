// expect: verified
//--local_size=64 --num_groups=*
// runs: local 64; groups 1 2
// All lanes read the same word.

__constant int table[64] = {5, 3, 1};
__kernel void table_cheap(__global int *out)
    /*@cost words = warps*/ {
  out[get_global_id(0)] = table[get_group_id(0) % 64];
}
