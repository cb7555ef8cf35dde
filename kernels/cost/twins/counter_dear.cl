// expect: verified
//--local_size=64 --num_groups=*
// runs: local 32 64 256; groups 1 3
// Every thread adds to one counter.

__kernel void counter_dear(__global int *total)
    /*@cost same = 31*warps*/ /*@cost sectors = warps*/ {
  atomic_add(total, 2);
}
