// confineProcess, refuseIoUring: limits that the system enforces, whatever the code of a process does.
#include "bind.h"
#include "syscall_filter.h"

#ifdef __linux__
#include <signal.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <unistd.h>
#endif

namespace stipple::bind {

#ifdef __linux__
namespace {

bool limit(__rlimit_resource resource, rlim_t most) {
  rlimit wanted{};
  if (getrlimit(resource, &wanted) != 0) return false;
  // A stricter limit stays.
  if (wanted.rlim_cur <= most) return true;
  wanted.rlim_cur = most;
  if (wanted.rlim_max > most) wanted.rlim_max = most;
  return setrlimit(resource, &wanted) == 0;
}

}  // namespace
#endif

Napi::Value confineProcess(const Napi::CallbackInfo& info) {
  // Numbers up to 2^53 bytes are exact.
  const double bytes = info[0].IsNumber() ? info[0].As<Napi::Number>().DoubleValue() : -1;
  if (!(bytes >= 0 && bytes <= 9007199254740992.0)) {
    return refuseType(info.Env(), "expected a number of bytes");
  }
#ifdef __linux__
  // Private writable memory: heaps and stacks count, address space that is only reserved does not (V8 and
  // WebAssembly reserve far more than they use, so RLIMIT_AS cannot serve).
  const bool memory = limit(RLIMIT_DATA, static_cast<rlim_t>(bytes));
  // A core file of a process that died of hostile input helps nobody and fills the disk.
  const bool core = limit(RLIMIT_CORE, 0);
  // The process never outlives the thread that started it.
  const bool parent = prctl(PR_SET_PDEATHSIG, SIGKILL) == 0;
  const bool privileges = prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0;
  // A group of its own, but no session: the scheduler would share the cores by session.
  const bool group = setpgid(0, 0) == 0;
  const bool calls = privileges && filterSyscalls();
  return Napi::Boolean::New(info.Env(), memory && core && parent && calls && group);
#else
  return Napi::Boolean::New(info.Env(), false);
#endif
}

Napi::Value refuseIoUring(const Napi::CallbackInfo& info) {
#ifdef __linux__
  const bool refused = prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 && stipple::refuseIoUring();
  return Napi::Boolean::New(info.Env(), refused);
#else
  return Napi::Boolean::New(info.Env(), false);
#endif
}

}  // namespace stipple::bind
