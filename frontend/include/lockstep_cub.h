// lockstep_cub.h: CUB's collectives of blocks and warps, served as <cub/cub.cuh> and <hipcub/hipcub.hpp>. Only declared:
// what a kernel calls of them is refused by name.
#pragma once
#include "lockstep_cuda_std.h"

namespace cub {

enum BlockReduceAlgorithm { BLOCK_REDUCE_RAKING_COMMUTATIVE_ONLY, BLOCK_REDUCE_RAKING, BLOCK_REDUCE_WARP_REDUCTIONS };
enum BlockScanAlgorithm { BLOCK_SCAN_RAKING, BLOCK_SCAN_RAKING_MEMOIZE, BLOCK_SCAN_WARP_SCANS };
enum BlockLoadAlgorithm { BLOCK_LOAD_DIRECT, BLOCK_LOAD_STRIPED, BLOCK_LOAD_VECTORIZE, BLOCK_LOAD_TRANSPOSE, BLOCK_LOAD_WARP_TRANSPOSE, BLOCK_LOAD_WARP_TRANSPOSE_TIMESLICED };
enum BlockStoreAlgorithm { BLOCK_STORE_DIRECT, BLOCK_STORE_STRIPED, BLOCK_STORE_VECTORIZE, BLOCK_STORE_TRANSPOSE, BLOCK_STORE_WARP_TRANSPOSE, BLOCK_STORE_WARP_TRANSPOSE_TIMESLICED };
enum BlockHistogramAlgorithm { BLOCK_HISTO_SORT, BLOCK_HISTO_ATOMIC };
enum CacheLoadModifier { LOAD_DEFAULT, LOAD_CA, LOAD_CG, LOAD_CS, LOAD_CV, LOAD_LDG, LOAD_VOLATILE };

struct Sum { template <class T> LKS_MEMBER T operator()(T a, T b) const { return a + b; } };
struct Max { template <class T> LKS_MEMBER T operator()(T a, T b) const { return a < b ? b : a; } };
struct Min { template <class T> LKS_MEMBER T operator()(T a, T b) const { return b < a ? b : a; } };
struct Equality { template <class T> LKS_MEMBER bool operator()(const T &a, const T &b) const { return a == b; } };
template <class K, class V> struct KeyValuePair { K key; V value; };

#define LKS_COLLECTIVE(name)                                                                                 \
  struct TempStorage { unsigned word; };                                                                     \
  __device__ name();                                                                                         \
  __device__ explicit name(TempStorage &);
#define LKS_CALL(result, name) template <class... A> __device__ result name(A &&...);
#define LKS_SCANS LKS_CALL(void, InclusiveSum) LKS_CALL(void, ExclusiveSum) LKS_CALL(void, InclusiveScan) LKS_CALL(void, ExclusiveScan)
template <class T, int X, BlockReduceAlgorithm = BLOCK_REDUCE_WARP_REDUCTIONS, int Y = 1, int Z = 1, int Arch = 0> class BlockReduce {
public:
  LKS_COLLECTIVE(BlockReduce)
  LKS_CALL(T, Reduce) LKS_CALL(T, Sum)
};
template <class T, int X, BlockScanAlgorithm = BLOCK_SCAN_RAKING, int Y = 1, int Z = 1, int Arch = 0> class BlockScan {
public:
  LKS_COLLECTIVE(BlockScan)
  LKS_SCANS
};
template <class T, int X, int Items = 1, BlockLoadAlgorithm = BLOCK_LOAD_DIRECT, int Y = 1, int Z = 1, int Arch = 0> class BlockLoad {
public:
  LKS_COLLECTIVE(BlockLoad)
  LKS_CALL(void, Load)
};
template <class T, int X, int Items = 1, BlockStoreAlgorithm = BLOCK_STORE_DIRECT, int Y = 1, int Z = 1, int Arch = 0> class BlockStore {
public:
  LKS_COLLECTIVE(BlockStore)
  LKS_CALL(void, Store)
};
template <class K, int X, int Items, class V = void, int Bits = 4, bool Memoize = true, BlockScanAlgorithm = BLOCK_SCAN_WARP_SCANS, int Config = 0, int Y = 1, int Z = 1>
class BlockRadixSort {
public:
  LKS_COLLECTIVE(BlockRadixSort)
  LKS_CALL(void, Sort) LKS_CALL(void, SortDescending) LKS_CALL(void, SortBlockedToStriped) LKS_CALL(void, SortDescendingBlockedToStriped)
};
template <class T, int X, int Items, bool Slicing = false, int Y = 1, int Z = 1> class BlockExchange {
public:
  LKS_COLLECTIVE(BlockExchange)
  LKS_CALL(void, BlockedToStriped) LKS_CALL(void, StripedToBlocked) LKS_CALL(void, ScatterToBlocked) LKS_CALL(void, ScatterToStriped)
};
template <class T, int X, int Items, int Bins, BlockHistogramAlgorithm = BLOCK_HISTO_SORT, int Y = 1, int Z = 1> class BlockHistogram {
public:
  LKS_COLLECTIVE(BlockHistogram)
  LKS_CALL(void, Histogram) LKS_CALL(void, InitHistogram) LKS_CALL(void, Composite)
};
template <class T, int X, int Y = 1, int Z = 1> class BlockDiscontinuity {
public:
  LKS_COLLECTIVE(BlockDiscontinuity)
  LKS_CALL(void, FlagHeads) LKS_CALL(void, FlagTails) LKS_CALL(void, FlagHeadsAndTails)
};
template <class T, int Threads = 32, int Arch = 0> class WarpReduce {
public:
  LKS_COLLECTIVE(WarpReduce)
  LKS_CALL(T, Reduce) LKS_CALL(T, Sum) LKS_CALL(T, HeadSegmentedSum) LKS_CALL(T, TailSegmentedSum)
};
template <class T, int Threads = 32, int Arch = 0> class WarpScan {
public:
  LKS_COLLECTIVE(WarpScan)
  LKS_SCANS
  LKS_CALL(T, Broadcast)
};
#undef LKS_SCANS
#undef LKS_CALL
#undef LKS_COLLECTIVE
template <CacheLoadModifier M, class T> __device__ T ThreadLoad(T *from);
LKS_D unsigned LaneId() { return __lockstep_lane_id(); }

} // namespace cub
namespace hipcub = cub;
