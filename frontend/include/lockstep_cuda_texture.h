// lockstep_cuda_texture.h: textures and surfaces. Part of lockstep_cuda.h.
//
// A texture is read-only while a kernel runs, so a fetch is an arbitrary value and no access. What is read from and
// written to surfaces are accesses (builtins/images.cpp).
#pragma once

#define cudaTextureType1D 1
#define cudaTextureType2D 2
#define cudaTextureType3D 3
#define cudaTextureTypeCubemap 0x0C
#define cudaTextureType1DLayered 0xF1
#define cudaTextureType2DLayered 0xF2
#define cudaTextureTypeCubemapLayered 0xFC
#define cudaSurfaceType1D 1
#define cudaSurfaceType2D 2
#define cudaSurfaceType3D 3
#define cudaSurfaceTypeCubemap 0x0C
#define cudaSurfaceType1DLayered 0xF1
#define cudaSurfaceType2DLayered 0xF2
#define cudaSurfaceTypeCubemapLayered 0xFC
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
LKS_FETCH(tex1DLayeredLod, float, int, float)
LKS_FETCH(tex2DLayeredLod, float, float, int, float)
LKS_FETCH(tex1DGrad, float, float, float)
LKS_FETCH(tex2DGrad, float, float, float2, float2)
LKS_FETCH(tex3DGrad, float, float, float, float4, float4)
LKS_FETCH(texCubemap, float, float, float)
LKS_FETCH(texCubemapLod, float, float, float, float)
LKS_FETCH(texCubemapLayered, float, float, float, int)
LKS_FETCH(texCubemapLayeredLod, float, float, float, int, float)
LKS_FETCH(tex2Dgather, float, float, int = 0)
#undef LKS_FETCH

// The number of a surface object, or the address of a surface reference, and a place in bytes, rows and layers.
enum cudaSurfaceBoundaryMode { cudaBoundaryModeZero, cudaBoundaryModeClamp, cudaBoundaryModeTrap };
enum cudaSurfaceFormatMode { cudaFormatModeForced, cudaFormatModeAuto };
#define LKS_SURFACE_VALUE(name, type)                                                                        \
  extern "C" __device__ void __lockstep_surface_write_##name(cudaSurfaceObject_t s, int x, int y, int z, int mode, type v); \
  extern "C" __device__ type __lockstep_surface_read_##name(cudaSurfaceObject_t s, int x, int y, int z, int mode);          \
  extern "C" __device__ void __lockstep_surface_reference_write_##name(const void *s, int x, int y, int z, int mode, type v); \
  extern "C" __device__ type __lockstep_surface_reference_read_##name(const void *s, int x, int y, int z, int mode);
LKS_SURFACE_VALUE(i8, unsigned char)
LKS_SURFACE_VALUE(i16, unsigned short)
LKS_SURFACE_VALUE(i32, unsigned)
LKS_SURFACE_VALUE(i64, unsigned long long)
#undef LKS_SURFACE_VALUE
struct surfaceReference { cudaChannelFormatDesc channelDesc; };
template <class T, int Dim = 1> struct surface : surfaceReference {};
struct __lockstep_long_pair { unsigned long long a, b; };
#define LKS_SURFACE_TYPE(what, type)                                                                         \
  template <class T> LKS_D void __lockstep_surface_put(type s, int x, int y, int z, int mode, T v) {         \
    static_assert(sizeof(T) == 1 || sizeof(T) == 2 || sizeof(T) == 4 || sizeof(T) == 8 || sizeof(T) == 16,   \
                  "an element of a surface has 1, 2, 4, 8 or 16 bytes");                                     \
    if constexpr (sizeof(T) == 1)                                                                            \
      __lockstep_surface_##what##write_i8(s, x, y, z, mode, __builtin_bit_cast(unsigned char, v));           \
    else if constexpr (sizeof(T) == 2)                                                                       \
      __lockstep_surface_##what##write_i16(s, x, y, z, mode, __builtin_bit_cast(unsigned short, v));         \
    else if constexpr (sizeof(T) == 4)                                                                       \
      __lockstep_surface_##what##write_i32(s, x, y, z, mode, __builtin_bit_cast(unsigned, v));               \
    else if constexpr (sizeof(T) == 8)                                                                       \
      __lockstep_surface_##what##write_i64(s, x, y, z, mode, __builtin_bit_cast(unsigned long long, v));     \
    else {                                                                                                   \
      __lockstep_long_pair p = __builtin_bit_cast(__lockstep_long_pair, v);                                  \
      __lockstep_surface_##what##write_i64(s, x, y, z, mode, p.a);                                           \
      __lockstep_surface_##what##write_i64(s, x + 8, y, z, mode, p.b);                                       \
    }                                                                                                        \
  }                                                                                                          \
  template <class T> LKS_D T __lockstep_surface_get(type s, int x, int y, int z, int mode) {                 \
    static_assert(sizeof(T) == 1 || sizeof(T) == 2 || sizeof(T) == 4 || sizeof(T) == 8 || sizeof(T) == 16,   \
                  "an element of a surface has 1, 2, 4, 8 or 16 bytes");                                     \
    if constexpr (sizeof(T) == 1)                                                                            \
      return __builtin_bit_cast(T, __lockstep_surface_##what##read_i8(s, x, y, z, mode));                    \
    else if constexpr (sizeof(T) == 2)                                                                       \
      return __builtin_bit_cast(T, __lockstep_surface_##what##read_i16(s, x, y, z, mode));                   \
    else if constexpr (sizeof(T) == 4)                                                                       \
      return __builtin_bit_cast(T, __lockstep_surface_##what##read_i32(s, x, y, z, mode));                   \
    else if constexpr (sizeof(T) == 8)                                                                       \
      return __builtin_bit_cast(T, __lockstep_surface_##what##read_i64(s, x, y, z, mode));                   \
    else {                                                                                                   \
      unsigned long long a = __lockstep_surface_##what##read_i64(s, x, y, z, mode);                          \
      return __builtin_bit_cast(T, __lockstep_long_pair{a, __lockstep_surface_##what##read_i64(s, x + 8, y, z, mode)}); \
    }                                                                                                        \
  }
LKS_SURFACE_TYPE(, cudaSurfaceObject_t)
LKS_SURFACE_TYPE(reference_, const surfaceReference *)
#undef LKS_SURFACE_TYPE
// LKS_SURFACE(which, parameters, y, z); x is always there.
#define LKS_SURFACE(which, y, z, ...)                                                                        \
  template <class T> LKS_D T surf##which##read(cudaSurfaceObject_t s, int x __VA_ARGS__, cudaSurfaceBoundaryMode m = cudaBoundaryModeTrap) { \
    return __lockstep_surface_get<T>(s, x, y, z, m);                                                         \
  }                                                                                                          \
  template <class T> LKS_D void surf##which##read(T *to, cudaSurfaceObject_t s, int x __VA_ARGS__, cudaSurfaceBoundaryMode m = cudaBoundaryModeTrap) { \
    *to = __lockstep_surface_get<T>(s, x, y, z, m);                                                          \
  }                                                                                                          \
  template <class T> LKS_D void surf##which##write(T v, cudaSurfaceObject_t s, int x __VA_ARGS__, cudaSurfaceBoundaryMode m = cudaBoundaryModeTrap, cudaSurfaceFormatMode = cudaFormatModeForced) { \
    __lockstep_surface_put(s, x, y, z, m, v);                                                                \
  }                                                                                                          \
  template <class T, class U, int Dim> LKS_D T surf##which##read(const surface<U, Dim> &s, int x __VA_ARGS__, cudaSurfaceBoundaryMode m = cudaBoundaryModeTrap) { \
    return __lockstep_surface_get<T>((const surfaceReference *)&s, x, y, z, m);                              \
  }                                                                                                          \
  template <class T, class U, int Dim> LKS_D void surf##which##read(T *to, const surface<U, Dim> &s, int x __VA_ARGS__, cudaSurfaceBoundaryMode m = cudaBoundaryModeTrap) { \
    *to = __lockstep_surface_get<T>((const surfaceReference *)&s, x, y, z, m);                               \
  }                                                                                                          \
  template <class T, class U, int Dim> LKS_D void surf##which##write(T v, const surface<U, Dim> &s, int x __VA_ARGS__, cudaSurfaceBoundaryMode m = cudaBoundaryModeTrap, cudaSurfaceFormatMode = cudaFormatModeForced) { \
    __lockstep_surface_put((const surfaceReference *)&s, x, y, z, m, v);                                     \
  }
LKS_SURFACE(1D, 0, 0)
LKS_SURFACE(2D, y, 0, , int y)
LKS_SURFACE(3D, y, z, , int y, int z)
LKS_SURFACE(1DLayered, 0, z, , int z)
LKS_SURFACE(2DLayered, y, z, , int y, int z)
LKS_SURFACE(Cubemap, y, z, , int y, int z)
LKS_SURFACE(CubemapLayered, y, z, , int y, int z)
#undef LKS_SURFACE
