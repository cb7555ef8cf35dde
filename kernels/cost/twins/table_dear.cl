// expect: verified
//--local_size=64 --num_groups=*
// runs: local 64; groups 1 2
// Each lane reads another word of constant memory.

__constant int table[64] = {5, 3, 1};
__kernel void table_dear(__global int *out)
    /*@cost words = 32*warps*/ {
  out[get_global_id(0)] = table[get_local_id(0)];
}
