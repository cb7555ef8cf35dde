// expect: error
//--local_size=64 --num_groups=4
// The author says that in this configuration the file is no program: none of its kernels is judged.
#ifndef WAVE
#error "define WAVE to the wavefront size of your device"
#endif
kernel void fill(global int *a) { a[get_global_id(0)] = 1; }
