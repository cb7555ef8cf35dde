// expect: verified
//--local_size=64 --num_groups=4 -DWAVE=64
// The author excludes a configuration, which is not this one.
#ifndef WAVE
#error "define WAVE to the wavefront size of your device"
#endif
kernel void fill(global int *a) { a[get_global_id(0)] = WAVE; }
