// expect: unsupported
//--local_size=8 --num_groups=1
// A function of another file whose name begins like vload.

int vload_tile(__global int *s, int n);

__kernel void extern_vload(__global int *p) {
  p[1 + get_local_id(0)] = vload_tile(p, 3); /*@unsupported*/
}
