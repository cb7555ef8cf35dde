// lockstep_cuda_texture.h: textures and surfaces. Part of lockstep_cuda.h.
//
// A texture is read-only while a kernel runs, so a fetch is an arbitrary value and no access. Surfaces can be written;
// __lockstep_surface_write is refused by name.
#pragma once

#define cudaTextureType1D 1
#define cudaTextureType2D 2
#define cudaTextureType3D 3
#define cudaTextureType2DLayered 0xF2
enum cudaTextureReadMode { cudaReadModeElementType, cudaReadModeNormalizedFloat };
enum cudaTextureFilterMode { cudaFilterModePoint, cudaFilterModeLinear };
enum cudaTextureAddressMode { cudaAddressModeWrap, cudaAddressModeClamp, cudaAddressModeMirror, cudaAddressModeBorder };
typedef unsigned long long cudaTextureObject_t;
typedef unsigned long long cudaSurfaceObject_t;
struct cudaChannelFormatDesc { int x, y, z, w, f; };
struct textureReference {
  int normalized;
  cudaTextureFilterMode filterMode;
  cudaTextureAddressMode addressMode[3];
  cudaChannelFormatDesc channelDesc;
};
template <class T, int Dim = 1, cudaTextureReadMode Mode = cudaReadModeElementType>
struct __attribute__((device_builtin_texture_type)) texture : textureReference {};

// The value of a fetch: of element type, or float vectors of as many components in the normalised mode.
template <class T, cudaTextureReadMode Mode> struct __lockstep_fetched { typedef T type; };
#define LKS_NORMALISED(element, result)                                                                      \
  template <> struct __lockstep_fetched<element, cudaReadModeNormalizedFloat> { typedef result type; };
LKS_NORMALISED(signed char, float)
LKS_NORMALISED(char, float)
LKS_NORMALISED(unsigned char, float)
LKS_NORMALISED(short, float)
LKS_NORMALISED(unsigned short, float)
LKS_NORMALISED(char2, float2)
LKS_NORMALISED(uchar2, float2)
LKS_NORMALISED(short2, float2)
LKS_NORMALISED(ushort2, float2)
LKS_NORMALISED(char4, float4)
LKS_NORMALISED(uchar4, float4)
LKS_NORMALISED(short4, float4)
LKS_NORMALISED(ushort4, float4)
#undef LKS_NORMALISED

#define LKS_FETCH(name, ...)                                                                                 \
  template <class T, int Dim, cudaTextureReadMode Mode>                                                      \
  LKS_D typename __lockstep_fetched<T, Mode>::type name(texture<T, Dim, Mode>, __VA_ARGS__) {                \
    return __lockstep_any<typename __lockstep_fetched<T, Mode>::type>();                                     \
  }                                                                                                          \
  template <class T> LKS_D T name(cudaTextureObject_t, __VA_ARGS__) { return __lockstep_any<T>(); }          \
  template <class T> LKS_D void name(T *to, cudaTextureObject_t, __VA_ARGS__) { *to = __lockstep_any<T>(); }
LKS_FETCH(tex1Dfetch, int)
LKS_FETCH(tex1D, float)
LKS_FETCH(tex2D, float, float)
LKS_FETCH(tex3D, float, float, float)
LKS_FETCH(tex1DLod, float, float)
LKS_FETCH(tex2DLod, float, float, float)
LKS_FETCH(tex3DLod, float, float, float, float)
LKS_FETCH(tex1DLayered, float, int)
LKS_FETCH(tex2DLayered, float, float, int)
LKS_FETCH(texCubemap, float, float, float)
LKS_FETCH(tex3DGrad, float, float, float, float4, float4)
LKS_FETCH(tex2DGrad, float, float, float2, float2)
LKS_FETCH(tex1DGrad, float, float, float)
LKS_FETCH(texCubemapLayered, float, float, float, int)
LKS_FETCH(texCubemapLod, float, float, float, float)
LKS_FETCH(tex2Dgather, float, float, int = 0)
#undef LKS_FETCH

LKS_DECLARE void __lockstep_surface_write(cudaSurfaceObject_t s);
LKS_DECLARE void __lockstep_surface_read(cudaSurfaceObject_t s);
enum cudaSurfaceBoundaryMode { cudaBoundaryModeZero, cudaBoundaryModeClamp, cudaBoundaryModeTrap };
#define LKS_SURFACE(dims, ...)                                                                               \
  template <class T> LKS_D T surf##dims##read(cudaSurfaceObject_t s, __VA_ARGS__, cudaSurfaceBoundaryMode = cudaBoundaryModeTrap) { \
    __lockstep_surface_read(s);                                                                              \
    return __lockstep_any<T>();                                                                              \
  }                                                                                                          \
  template <class T> LKS_D void surf##dims##read(T *to, cudaSurfaceObject_t s, __VA_ARGS__, cudaSurfaceBoundaryMode = cudaBoundaryModeTrap) { \
    __lockstep_surface_read(s);                                                                              \
    *to = __lockstep_any<T>();                                                                               \
  }                                                                                                          \
  template <class T> LKS_D void surf##dims##write(T, cudaSurfaceObject_t s, __VA_ARGS__, cudaSurfaceBoundaryMode = cudaBoundaryModeTrap) { \
    __lockstep_surface_write(s);                                                                             \
  }
LKS_SURFACE(1D, int)
LKS_SURFACE(2D, int, int)
LKS_SURFACE(3D, int, int, int)
LKS_SURFACE(1DLayered, int, int)
LKS_SURFACE(2DLayered, int, int, int)
LKS_SURFACE(Cubemap, int, int, int)
#undef LKS_SURFACE
