// lockstep_lib_mpi.h: MPI, served as <mpi.h>.
#pragma once
extern "C++" {
#include "lockstep_lib.h"

typedef struct lks_MPI_Comm *MPI_Comm; // pointers: what gets one may change what the program sees
typedef struct lks_MPI_Datatype *MPI_Datatype;
typedef struct lks_MPI_Op *MPI_Op;
typedef struct lks_MPI_Request *MPI_Request;
typedef struct lks_MPI_Group *MPI_Group;
typedef struct lks_MPI_Info *MPI_Info;
typedef struct lks_MPI_Win *MPI_Win;
typedef struct lks_MPI_File *MPI_File;
typedef long MPI_Aint, MPI_Offset;
struct MPI_Status { int MPI_SOURCE, MPI_TAG, MPI_ERROR; };
extern MPI_Comm MPI_COMM_WORLD, MPI_COMM_SELF, MPI_COMM_NULL;
extern MPI_Datatype MPI_DATATYPE_NULL, MPI_BYTE, MPI_CHAR, MPI_SIGNED_CHAR, MPI_UNSIGNED_CHAR, MPI_SHORT, MPI_UNSIGNED_SHORT, MPI_INT, MPI_UNSIGNED;
extern MPI_Datatype MPI_LONG, MPI_UNSIGNED_LONG, MPI_LONG_LONG, MPI_LONG_LONG_INT, MPI_UNSIGNED_LONG_LONG, MPI_FLOAT, MPI_DOUBLE, MPI_C_BOOL;
extern MPI_Datatype MPI_INT8_T, MPI_INT32_T, MPI_INT64_T, MPI_UINT8_T, MPI_UINT32_T, MPI_UINT64_T, MPI_FLOAT_INT, MPI_DOUBLE_INT, MPI_2INT;
extern MPI_Op MPI_SUM, MPI_MAX, MPI_MIN, MPI_PROD, MPI_LAND, MPI_LOR, MPI_BAND, MPI_BOR, MPI_MAXLOC, MPI_MINLOC;
extern MPI_Request MPI_REQUEST_NULL;
extern MPI_Info MPI_INFO_NULL;
extern MPI_Win MPI_WIN_NULL;
#define MPI_SUCCESS 0
#define MPI_STATUS_IGNORE ((MPI_Status *)0)
#define MPI_STATUSES_IGNORE ((MPI_Status *)0)
#define MPI_IN_PLACE ((void *)1)
#define MPI_ANY_SOURCE (-1)
#define MPI_ANY_TAG (-1)
#define MPI_PROC_NULL (-2)
#define MPI_UNDEFINED (-32766)
#define MPI_MAX_PROCESSOR_NAME 256
#define MPI_MAX_ERROR_STRING 512
#define MPI_COMM_TYPE_SHARED 1
#define MPI_THREAD_SINGLE 0
#define MPI_THREAD_FUNNELED 1
#define MPI_THREAD_SERIALIZED 2
#define MPI_THREAD_MULTIPLE 3
#define LKS_MPI(name) LKS_LIB(int, MPI_##name)
LKS_MPI(Init) LKS_MPI(Init_thread) LKS_MPI(Initialized) LKS_MPI(Finalize) LKS_MPI(Finalized) LKS_MPI(Abort) LKS_MPI(Comm_rank)
LKS_MPI(Comm_size) LKS_MPI(Comm_split) LKS_MPI(Comm_split_type) LKS_MPI(Comm_dup) LKS_MPI(Comm_free) LKS_MPI(Get_processor_name)
LKS_MPI(Error_string) LKS_MPI(Send) LKS_MPI(Recv) LKS_MPI(Sendrecv) LKS_MPI(Isend) LKS_MPI(Irecv) LKS_MPI(Wait) LKS_MPI(Waitall)
LKS_MPI(Waitany) LKS_MPI(Test) LKS_MPI(Testall) LKS_MPI(Probe) LKS_MPI(Iprobe) LKS_MPI(Get_count) LKS_MPI(Barrier) LKS_MPI(Bcast)
LKS_MPI(Reduce) LKS_MPI(Allreduce) LKS_MPI(Gather) LKS_MPI(Gatherv) LKS_MPI(Scatter) LKS_MPI(Scatterv) LKS_MPI(Allgather)
LKS_MPI(Allgatherv) LKS_MPI(Alltoall) LKS_MPI(Alltoallv) LKS_MPI(Reduce_scatter) LKS_MPI(Scan) LKS_MPI(Exscan) LKS_MPI(Type_contiguous)
LKS_MPI(Type_vector) LKS_MPI(Type_commit) LKS_MPI(Type_free) LKS_MPI(Cart_create) LKS_MPI(Cart_coords) LKS_MPI(Cart_shift)
LKS_MPI(Cart_rank) LKS_MPI(Dims_create) LKS_MPI(Win_create) LKS_MPI(Win_free) LKS_MPI(Put) LKS_MPI(Get) LKS_MPI(Win_fence)
LKS_MPI(Alloc_mem) LKS_MPI(Free_mem)
#undef LKS_MPI
LKS_HOST double MPI_Wtime();

} // extern "C++"
