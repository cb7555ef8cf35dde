// Shared by host code and kernels.
#ifndef DIFFUSE_H
#define DIFFUSE_H
#define BLOCK 16
#define AT(y, x) ((y) * columns + (x))
#ifdef DOUBLE
typedef double cell;
#else
typedef float cell;
#endif
#endif
