// lockstep_lib.h: how the headers of host libraries (lockstep_lib_*.h) declare functions. With any arguments: what host
// code passes to a library is not looked at, but what comes back has its type. By value: none changes a variable that is
// named as an argument.
#pragma once

#define LKS_LIB(result, name) template <class... lks_any> LKS_HOST result name(lks_any...);
