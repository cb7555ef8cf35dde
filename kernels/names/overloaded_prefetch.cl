// expect: unsupported
//--local_size=8 --num_groups=1
// An overload of prefetch with parameters that OpenCL's has not.

void __attribute__((overloadable)) prefetch(__global int *s);

__kernel void overloaded_prefetch(__global int *p) {
  prefetch(p); /*@unsupported*/
}
