// lockstep_cuda_groups.h: cooperative groups, served as <cooperative_groups.h>.
//
// Blocks, grids and tiles synchronise as barriers.
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

// A tile of a block: threads whose rank has one quotient by the size. Larger ones than a warp are refused.
template <unsigned Size, class Parent = void> class thread_block_tile {
  unsigned rank_ = 0, size_ = 0; // among the tiles of the parent

public:
  thread_block_tile() = default;
  LKS_D_MEMBER thread_block_tile(unsigned rank, unsigned size) : rank_(rank), size_(size) {}
  template <class Other>
  LKS_D_MEMBER thread_block_tile(const thread_block_tile<Size, Other> &t) : rank_(t.meta_group_rank()), size_(t.meta_group_size()) {}
  LKS_D_MEMBER static void sync() { __lockstep_barrier_warp(__lockstep_all_lanes, Size); }
  LKS_D_MEMBER static constexpr unsigned size() { return Size; }
  LKS_D_MEMBER static constexpr unsigned num_threads() { return Size; }
  LKS_D_MEMBER static unsigned thread_rank() { return thread_block::thread_rank() % Size; }
  LKS_D_MEMBER unsigned meta_group_rank() const { return rank_; }
  LKS_D_MEMBER unsigned meta_group_size() const { return size_; }
  LKS_D_MEMBER static unsigned lockstep_any() { // the same number for all
    return __lockstep_exchange_add_u32(__lockstep_all_lanes, Size, __lockstep_any_i32());
  }
  template <class T> LKS_D_MEMBER static T shfl(T v, unsigned rank) {
    return __lockstep_shuffled(__lockstep_all_lanes, Size | __lockstep_kind_idx, v, rank % Size);
  }
  template <class T> LKS_D_MEMBER static T shfl_up(T v, unsigned by) {
    const unsigned rank = thread_rank();
    return __lockstep_shuffled(__lockstep_all_lanes, Size | __lockstep_kind_up, v, rank >= by ? rank - by : rank);
  }
  template <class T> LKS_D_MEMBER static T shfl_down(T v, unsigned by) {
    const unsigned rank = thread_rank();
    return __lockstep_shuffled(__lockstep_all_lanes, Size | __lockstep_kind_down, v, by < Size - rank ? rank + by : rank);
  }
  template <class T> LKS_D_MEMBER static T shfl_xor(T v, unsigned bits) {
    return __lockstep_shuffled(__lockstep_all_lanes, Size | __lockstep_kind_xor, v, (thread_rank() ^ bits) % Size);
  }
  LKS_D_MEMBER static int any(int p) { return (int)__lockstep_exchange_any(__lockstep_all_lanes, Size, p != 0); }
  LKS_D_MEMBER static int all(int p) { return (int)__lockstep_exchange_all(__lockstep_all_lanes, Size, p != 0); }
  LKS_D_MEMBER static unsigned ballot(int p) { return (unsigned)__lockstep_exchange_ballot(__lockstep_all_lanes, Size, p != 0); }
  template <class T> LKS_D_MEMBER static unsigned match_any(T v) {
    if constexpr (sizeof(T) == 4)
      return (unsigned)__lockstep_exchange_match_b32(__lockstep_all_lanes, Size, __builtin_bit_cast(unsigned, v));
    else
      return (unsigned)__lockstep_exchange_match_b64(__lockstep_all_lanes, Size, __builtin_bit_cast(unsigned long long, v));
  }
};

// Threads of a warp that only the execution knows: a mask of lanes, how many they are, and which of them one is. What
// they exchange is counted among them.
class coalesced_group {
  static constexpr unsigned ranked = 1 << 16;
  __lockstep_mask mask_ = 0;
  unsigned size_ = 0, rank_ = 0;

public:
  coalesced_group() = default;
  LKS_D_MEMBER explicit coalesced_group(__lockstep_mask mask)
      : mask_(mask), size_(__lockstep_exchange_add_u32(mask, 0, 1)), rank_(__lockstep_exchange_before_b32(mask, 0, 1)) {
    __lockstep_known(rank_ < size_); // and both are numbers of threads
  }
  LKS_D_MEMBER void sync() const { __lockstep_barrier_warp(mask_, 0); }
  LKS_D_MEMBER unsigned size() const { return size_; }
  LKS_D_MEMBER unsigned num_threads() const { return size_; }
  LKS_D_MEMBER unsigned thread_rank() const { return rank_; }
  LKS_D_MEMBER __lockstep_mask lockstep_members() const { return mask_; }
  LKS_D_MEMBER unsigned lockstep_any() const { return shfl(__lockstep_any_i32(), 0); }
  template <class T> LKS_D_MEMBER T shfl(T v, unsigned rank) const { return __lockstep_shuffled(mask_, ranked, v, rank); }
  template <class T> LKS_D_MEMBER T shfl_up(T v, unsigned by) const { return shfl(v, rank_ >= by ? rank_ - by : rank_); }
  template <class T> LKS_D_MEMBER T shfl_down(T v, unsigned by) const { return shfl(v, by < size_ - rank_ ? rank_ + by : rank_); }
  LKS_D_MEMBER int any(int p) const { return (int)__lockstep_exchange_any(mask_, ranked, p != 0); }
  LKS_D_MEMBER int all(int p) const { return (int)__lockstep_exchange_all(mask_, ranked, p != 0); }
  LKS_D_MEMBER unsigned ballot(int p) const { return (unsigned)__lockstep_exchange_ballot(mask_, ranked, p != 0); }
  template <class T> LKS_D_MEMBER unsigned match_any(T v) const {
    if constexpr (sizeof(T) == 4)
      return (unsigned)__lockstep_exchange_match_b32(mask_, ranked, __builtin_bit_cast(unsigned, v));
    else
      return (unsigned)__lockstep_exchange_match_b64(mask_, ranked, __builtin_bit_cast(unsigned long long, v));
  }
  template <class T> LKS_D_MEMBER unsigned match_all(T v, int &p) const {
    const unsigned same = match_any(v), everyone = ballot(1);
    p = all(same == everyone);
    return p ? everyone : 0;
  }
  // Parts are not counted: nothing is known of these.
  __device__ unsigned meta_group_rank() const;
  __device__ unsigned meta_group_size() const;
};
template <class Label> LKS_D __lockstep_mask __lockstep_partition(__lockstep_mask mask, unsigned lanes, Label label) {
  return (__lockstep_mask)__lockstep_exchange_match_b64(mask, lanes, (unsigned long long)label);
}
template <class Label> LKS_D coalesced_group labeled_partition(const coalesced_group &g, Label label) {
  return coalesced_group(__lockstep_partition(g.lockstep_members(), 0, label));
}
template <unsigned Size, class Parent, class Label>
LKS_D coalesced_group labeled_partition(const thread_block_tile<Size, Parent> &, Label label) {
  const unsigned first = __lockstep_lane_id() & ~(Size - 1);
  return coalesced_group(__lockstep_partition(__lockstep_all_lanes, Size, label) << first);
}
template <class Group, class Label> __device__ coalesced_group labeled_partition(const Group &, Label label);
LKS_D coalesced_group binary_partition(const coalesced_group &g, bool p) { return labeled_partition(g, (int)p); }
template <unsigned Size, class Parent>
LKS_D coalesced_group binary_partition(const thread_block_tile<Size, Parent> &t, bool p) { return labeled_partition(t, (int)p); }
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
      __lockstep_barrier_warp(__lockstep_all_lanes, size_);
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
LKS_D coalesced_group coalesced_threads() { return coalesced_group((__lockstep_mask)__lockstep_active_mask()); }
template <unsigned Size> LKS_D thread_block_tile<Size, thread_block> tiled_partition(const thread_block &) {
  return {thread_block::thread_rank() / Size, (thread_block::size() + Size - 1) / Size};
}
template <unsigned Size, unsigned Of, class Parent>
LKS_D thread_block_tile<Size, thread_block_tile<Of, Parent>> tiled_partition(const thread_block_tile<Of, Parent> &) {
  return {thread_block::thread_rank() % Of / Size, (Of + Size - 1) / Size};
}
template <unsigned Size> __device__ coalesced_group tiled_partition(const coalesced_group &);
template <class Group> LKS_D void sync(const Group &g) { g.sync(); }
template <class Group> LKS_D void synchronize(const Group &g) { g.sync(); }
template <class Group> LKS_D unsigned thread_rank(const Group &g) { return g.thread_rank(); }
template <class Group> LKS_D unsigned group_size(const Group &g) { return g.size(); }

} // namespace cooperative_groups
