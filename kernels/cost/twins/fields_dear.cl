// expect: verified
//--local_size=64 --num_groups=*
// runs: local 32 64 128; groups 1 3
// One field of four is read: a structure for each element.

typedef struct { float mass, x, y, z; } Body;
__kernel void fields_dear(__global const Body *a, __global float *out)
    /*@cost sectors = 20*warps*/ {
  int i = get_global_id(0);
  out[i] = a[i].x;
}
