// threadCpuMs: the time that a processor has spent on the calling thread.
#include <time.h>

#include "bind.h"

namespace stipple::bind {

Napi::Value threadCpuMs(const Napi::CallbackInfo& info) {
#ifdef CLOCK_THREAD_CPUTIME_ID
  timespec time;
  if (clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time) == 0) {
    return Napi::Number::New(
        info.Env(), static_cast<double>(time.tv_sec) * 1e3 + static_cast<double>(time.tv_nsec) / 1e6);
  }
#endif
  return info.Env().Null();
}

}  // namespace stipple::bind
