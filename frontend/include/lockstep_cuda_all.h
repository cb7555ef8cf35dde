// lockstep_cuda_all.h: what is forced into every CUDA and HIP file; the precompiled header.
#pragma once
#include "lockstep_builtins.h"
#include "lockstep_annotations.h"
#include "lockstep_scopes.h"
#include "lockstep_cuda.h"
// Parsing these costs nothing once they are precompiled, and a toolkit's own header brings most of them as well.
#include "lockstep_std.h"
#include "lockstep_cuda_groups.h"
#include "lockstep_cuda_random.h"
