// lockstep_opencl.h: what OpenCL C needs beside lockstep_annotations.h.
#pragma once

__LOCKSTEP_ON_POINTER(__global)
__LOCKSTEP_ON_POINTER(__local)
__LOCKSTEP_ON_POINTER(__constant)
__LOCKSTEP_ON_POINTER(__private)
__LOCKSTEP_PURE int4 __lockstep_return_val_int4(void);
__LOCKSTEP_PURE size_t __lockstep_return_val_ptr(void);
__LOCKSTEP_OVERLOADED __attribute__((const)) int __lockstep_old_int(int);
__LOCKSTEP_OVERLOADED __attribute__((const)) bool __lockstep_old_bool(bool);
