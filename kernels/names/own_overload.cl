// expect: unsupported
//--local_size=8 --num_groups=1
// With parameters that exp has not, it is a function of another file.

float __attribute__((overloadable)) exp(__global float *x);

__kernel void own_overload(__global float *p) {
  p[1 + get_local_id(0)] = exp(p); /*@unsupported*/
}
