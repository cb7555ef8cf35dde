// `oracle bytes --file`: one file, what the verifier says and what executions over flat bytes show.
#pragma once

#include "tests/oracle/commands.h"

namespace lockstep::oracle::bytes {

int judge_file(const BytesOptions &o);
// `oracle bytes --folder`: kernels with expectations, without the verifier: do executions contradict what the first
// lines say?
int judge_folder(const BytesOptions &o);

} // namespace lockstep::oracle::bytes
