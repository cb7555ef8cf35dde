// Fields of structures.
//--local_size=256 --num_groups=1

struct P { float x, y, z; };
struct Q { float x, y; };

__kernel void fields(__global const struct P *p, __global float *out) {
  const int t = get_local_id(0);
  out[t] = p[t].x + /*@hint structs apart*/
           p[t].z; /*@hint structs apart*/
}

// So far apart that every lane has a sector of its own, whatever lies between them.
__kernel void far(__global const struct Q *q, __global float *out) {
  const int t = get_local_id(0);
  out[t] = q[8 * t].x;
}

// All of it: as one access, rather.
__kernel void whole(__global const struct Q *q, __global float *out) {
  const int t = get_local_id(0);
  out[t] = q[t].x + q[t].y; /*@hint vector*/
}
