// Stage `predicate`: see predicate.h.
#include "predication/predicate.h"

#include "cfg/passes/normalise.h"
#include "predication/schemes.h"

namespace lockstep::predication {

support::Result<Predicated> predicate(const cfg::Kernel &k, const cfg::LoopForest &forest,
                                      const cfg::Uniformity &uniform, const PredicateOptions &options,
                                      support::Diagnostics &diags) {
  const cfg::SortOrder order = cfg::sort_order(k, forest);
  if (std::string error = cfg::normal_form_error(k, forest); !error.empty()) {
    diags.error(k.origin, "predication takes kernels in normal form: " + error);
    return support::failure;
  }
  for (const cfg::Block &b : k.blocks) {
    bool sugar = std::holds_alternative<cfg::Branch>(b.end.node) || std::holds_alternative<cfg::Switch>(b.end.node);
    if (options.scheme == Scheme::BlockId && sugar) {
      diags.error(b.end.origin, "scheme block-id takes kernels whose branches are desugared; block '" + b.name +
                                    "' ends in a branch");
      return support::failure;
    }
  }
  return options.scheme == Scheme::BlockId ? predicate_block_id(k, forest, order)
                                           : predicate_flags(k, forest, order, uniform);
}

} // namespace lockstep::predication
