// lockstep_cuda_groups.h: cooperative groups, served as <cooperative_groups.h>.
//
// Blocks and grids synchronise as barriers; tiles and coalesced groups through __lockstep_barrier_tile, which is refused
// where it has no model.
#pragma once

namespace cooperative_groups {

#define LKS_D_MEMBER __attribute__((device, always_inline, nodebug))

class thread_block {
public:
  LKS_D_MEMBER static void sync() { __lockstep_barrier(1, 3); }
  LKS_D_MEMBER static unsigned size() { return __lockstep_local_size(0) * __lockstep_local_size(1) * __lockstep_local_size(2); }
  LKS_D_MEMBER static unsigned num_threads() { return size(); }
  LKS_D_MEMBER static unsigned thread_rank() {
    return __lockstep_local_id(0) + __lockstep_local_size(0) * (__lockstep_local_id(1) + __lockstep_local_size(1) * __lockstep_local_id(2));
  }
  LKS_D_MEMBER static dim3 group_index() { return dim3(__lockstep_group_id(0), __lockstep_group_id(1), __lockstep_group_id(2)); }
  LKS_D_MEMBER static dim3 thread_index() { return dim3(__lockstep_local_id(0), __lockstep_local_id(1), __lockstep_local_id(2)); }
  LKS_D_MEMBER static dim3 group_dim() { return dim3(__lockstep_local_size(0), __lockstep_local_size(1), __lockstep_local_size(2)); }
  LKS_D_MEMBER static dim3 dim_threads() { return group_dim(); }
};

class grid_group {
public:
  LKS_D_MEMBER static bool is_valid() { return true; }
  LKS_D_MEMBER static void sync() { __lockstep_barrier(2, 3); }
  LKS_D_MEMBER static unsigned long long num_blocks() {
    return (unsigned long long)__lockstep_num_groups(0) * __lockstep_num_groups(1) * __lockstep_num_groups(2);
  }
  LKS_D_MEMBER static unsigned long long block_rank() {
    return __lockstep_group_id(0) + (unsigned long long)__lockstep_num_groups(0) *
                                        (__lockstep_group_id(1) + (unsigned long long)__lockstep_num_groups(1) * __lockstep_group_id(2));
  }
  LKS_D_MEMBER static unsigned long long size() { return num_blocks() * thread_block::size(); }
  LKS_D_MEMBER static unsigned long long num_threads() { return size(); }
  LKS_D_MEMBER static unsigned long long thread_rank() { return block_rank() * thread_block::size() + thread_block::thread_rank(); }
  LKS_D_MEMBER static dim3 group_dim() { return dim3(__lockstep_num_groups(0), __lockstep_num_groups(1), __lockstep_num_groups(2)); }
  LKS_D_MEMBER static dim3 dim_blocks() { return group_dim(); }
};

// Warp functions with the mask of a full warp; a smaller tile's result is no less arbitrary.
template <unsigned Size, class Parent = void> class thread_block_tile {
public:
  LKS_D_MEMBER thread_block_tile() {}
  template <class Other> LKS_D_MEMBER thread_block_tile(const thread_block_tile<Size, Other> &) {}
  LKS_D_MEMBER static void sync() {
    if constexpr (Size == 32)
      __lockstep_barrier_warp(0xffffffffu);
    else
      __lockstep_barrier_tile(Size);
  }
  LKS_D_MEMBER static constexpr unsigned size() { return Size; }
  LKS_D_MEMBER static constexpr unsigned num_threads() { return Size; }
  LKS_D_MEMBER static unsigned thread_rank() { return thread_block::thread_rank() % Size; }
  LKS_D_MEMBER static unsigned meta_group_rank() { return thread_block::thread_rank() / Size; }
  LKS_D_MEMBER static unsigned meta_group_size() { return (thread_block::size() + Size - 1) / Size; }
#define LKS_TILE_SHUFFLE(name, function, mask, width)                                                        \
  template <class T> LKS_D_MEMBER static T name(T v, unsigned lane) {                                        \
    if constexpr (sizeof(T) == 4 || sizeof(T) == 8) {                                                        \
      return function(mask, v, lane, width);                                                                 \
    } else if constexpr (sizeof(T) < 4) {                                                                    \
      unsigned word = 0;                                                                                     \
      __builtin_memcpy(&word, &v, sizeof(T));                                                                \
      word = function(mask, word, lane, width);                                                              \
      __builtin_memcpy(&v, &word, sizeof(T));                                                                \
      return v;                                                                                              \
    } else {                                                                                                 \
      auto words = __builtin_bit_cast(__lockstep_words<sizeof(T) / 4>, v);                                   \
      for (unsigned i = 0; i < sizeof(T) / 4; ++i)                                                           \
        words.w[i] = function(mask, words.w[i], lane, width);                                                \
      return __builtin_bit_cast(T, words);                                                                   \
    }                                                                                                        \
  }
  LKS_TILE_SHUFFLE(shfl, __shfl_sync, 0xffffffffu, Size)
  LKS_TILE_SHUFFLE(shfl_up, __shfl_up_sync, 0xffffffffu, Size)
  LKS_TILE_SHUFFLE(shfl_down, __shfl_down_sync, 0xffffffffu, Size)
  LKS_TILE_SHUFFLE(shfl_xor, __shfl_xor_sync, 0xffffffffu, Size)
  LKS_D_MEMBER static int any(int p) { return __any_sync(0xffffffffu, p); }
  LKS_D_MEMBER static int all(int p) { return __all_sync(0xffffffffu, p); }
  LKS_D_MEMBER static unsigned ballot(int p) { return __ballot_sync(0xffffffffu, p); }
  template <class T> LKS_D_MEMBER static unsigned match_any(T v) { return __match_any_sync(0xffffffffu, v); }
};

class coalesced_group {
public:
  LKS_D_MEMBER static void sync() { __lockstep_barrier_warp(__lockstep_active_mask()); }
  LKS_D_MEMBER static unsigned size() { return (unsigned)__popc(__lockstep_active_mask()); }
  LKS_D_MEMBER static unsigned num_threads() { return size(); }
  LKS_D_MEMBER static unsigned thread_rank() { return __lockstep_any_i32(); }
  LKS_TILE_SHUFFLE(shfl, __shfl_sync, __lockstep_active_mask(), 32)
  // Lanes are counted among those that are active: nothing is known of these.
  template <class T> __device__ T shfl_up(T v, unsigned n) const;
  template <class T> __device__ T shfl_down(T v, unsigned n) const;
  __device__ int any(int p) const;
  __device__ int all(int p) const;
  __device__ unsigned ballot(int p) const;
  template <class T> __device__ unsigned match_any(T v) const;
  template <class T> __device__ unsigned match_all(T v, int &p) const;
  __device__ unsigned meta_group_rank() const;
  __device__ unsigned meta_group_size() const;
};
template <class Group, class Label> __device__ coalesced_group labeled_partition(const Group &, Label label);
template <class Group> __device__ coalesced_group binary_partition(const Group &, bool p);

class cluster_group {
public:
  __device__ static void sync();
  __device__ static void barrier_arrive();
  __device__ static void barrier_wait();
  __device__ static unsigned block_rank();
  __device__ static dim3 block_index();
  __device__ static dim3 dim_blocks();
  __device__ static unsigned num_blocks();
  __device__ static unsigned num_threads();
  __device__ static unsigned thread_rank();
  template <class T> __device__ static T *map_shared_rank(T *p, unsigned rank);
};
__device__ cluster_group this_cluster();
template <unsigned Threads> struct block_tile_memory { unsigned long long words[Threads / 32 + 1]; };


// Any group, by what it was made of; after inlining its kind is a constant.
class thread_group {
  unsigned kind_, size_; // kind: 0 tile, 1 block, 2 grid (the scopes of a barrier)

public:
  LKS_D_MEMBER thread_group(unsigned kind, unsigned size) : kind_(kind), size_(size) {}
  LKS_D_MEMBER thread_group(const thread_block &) : kind_(1), size_(0) {}
  LKS_D_MEMBER thread_group(const grid_group &) : kind_(2), size_(0) {}
  template <unsigned Size, class Parent> LKS_D_MEMBER thread_group(const thread_block_tile<Size, Parent> &) : kind_(0), size_(Size) {}
  LKS_D_MEMBER void sync() const {
    if (kind_ == 1)
      __lockstep_barrier(1, 3);
    else if (kind_ == 2)
      __lockstep_barrier(2, 3);
    else
      __lockstep_barrier_tile(size_);
  }
  LKS_D_MEMBER unsigned size() const {
    return kind_ == 0 ? size_ : kind_ == 1 ? thread_block::size() : (unsigned)grid_group::size();
  }
  LKS_D_MEMBER unsigned num_threads() const { return size(); }
  LKS_D_MEMBER unsigned thread_rank() const {
    return kind_ == 0 ? thread_block::thread_rank() % size_ : kind_ == 1 ? thread_block::thread_rank() : (unsigned)grid_group::thread_rank();
  }
};
LKS_D thread_group tiled_partition(const thread_group &, unsigned size) { return thread_group(0, size); }

LKS_D thread_block this_thread_block() { return {}; }
template <unsigned Threads> LKS_D thread_block this_thread_block(block_tile_memory<Threads> &) { return {}; }
LKS_D grid_group this_grid() { return {}; }
LKS_D coalesced_group coalesced_threads() { return {}; }
template <unsigned Size, class Parent> LKS_D thread_block_tile<Size, Parent> tiled_partition(const Parent &) { return {}; }
template <class Group> LKS_D void sync(const Group &g) { g.sync(); }
template <class Group> LKS_D void synchronize(const Group &g) { g.sync(); }
template <class Group> LKS_D unsigned thread_rank(const Group &g) { return g.thread_rank(); }
template <class Group> LKS_D unsigned group_size(const Group &g) { return g.size(); }

} // namespace cooperative_groups
