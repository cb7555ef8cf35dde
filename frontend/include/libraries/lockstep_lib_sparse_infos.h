// lockstep_lib_sparse_infos.h: what cuSPARSE and hipSPARSE know of a matrix, under the same names. Part of
// lockstep_lib_sparse.h and lockstep_lib_hip_sparse.h.
#pragma once

typedef struct lks_csrsv2Info_t *csrsv2Info_t;
typedef struct lks_csrsm2Info_t *csrsm2Info_t;
typedef struct lks_bsrsv2Info_t *bsrsv2Info_t;
typedef struct lks_bsrsm2Info_t *bsrsm2Info_t;
typedef struct lks_csric02Info_t *csric02Info_t;
typedef struct lks_bsric02Info_t *bsric02Info_t;
typedef struct lks_csrilu02Info_t *csrilu02Info_t;
typedef struct lks_bsrilu02Info_t *bsrilu02Info_t;
typedef struct lks_csrgemm2Info_t *csrgemm2Info_t;
typedef struct lks_csru2csrInfo_t *csru2csrInfo_t;
typedef struct lks_pruneInfo_t *pruneInfo_t;
