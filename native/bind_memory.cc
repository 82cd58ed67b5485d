// limitArenas, releaseMemory: what the C library's allocator keeps for later.
#include "bind.h"

#ifdef __GLIBC__
#include <malloc.h>
#endif

namespace stipple::bind {

namespace {
// More arenas than threads that any machine runs.
constexpr double kMaxArenas = 1e6;
}  // namespace

Napi::Value limitArenas(const Napi::CallbackInfo& info) {
  const auto most = integerOf(info[0], kMaxArenas);
  if (!most || *most == 0) return refuseType(info.Env(), "expected a number of arenas");
#if defined(__GLIBC__) && defined(M_ARENA_MAX)
  return Napi::Boolean::New(info.Env(), mallopt(M_ARENA_MAX, static_cast<int>(*most)) == 1);
#else
  return Napi::Boolean::New(info.Env(), false);
#endif
}

Napi::Value releaseMemory(const Napi::CallbackInfo& info) {
#ifdef __GLIBC__
  return Napi::Boolean::New(info.Env(), malloc_trim(0) == 1);
#else
  return Napi::Boolean::New(info.Env(), false);
#endif
}

}  // namespace stipple::bind
