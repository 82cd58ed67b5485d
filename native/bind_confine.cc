// confineProcess, hideProcess, kernelBarriers, refuseIoUring, residentBytes, shareFile: what the system keeps apart,
// whatever the code of a process does.
#include "bind.h"
#include "confine/landlock.h"
#include "confine/process.h"
#include "confine/syscall_filter.h"

#ifdef __linux__
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <unistd.h>

#include <cstdlib>
#endif

namespace stipple::bind {

namespace {

// `/proc/self/statm`, which a confined process cannot open any more; -1 in others.
int memoryFacts = -1;
// The files of shareFile. Only the thread that is confined later makes them.
std::set<int> sharedFiles;

}  // namespace

Napi::Value confineProcess(const Napi::CallbackInfo& info) {
  const Napi::Env env = info.Env();
  // Numbers up to 2^53 bytes are exact.
  const double bytes = info[0].IsNumber() ? info[0].As<Napi::Number>().DoubleValue() : -1;
  if (!(bytes >= 0 && bytes <= 9007199254740992.0)) return refuseType(env, "expected a number of bytes");
  if (!info[1].IsArray()) return refuseType(env, "expected an array of paths");
  const auto paths = info[1].As<Napi::Array>();
  const auto channel = integerOf(info[2], 1 << 20);
  if (!channel) return refuseType(env, "expected a descriptor");
  Confinement confinement{static_cast<uint64_t>(bytes), {}, {static_cast<int>(*channel)}};
  for (uint32_t at = 0; at < paths.Length(); at += 1) {
    const Napi::Value path = paths.Get(at);
    if (!path.IsString()) return refuseType(env, "expected an array of paths");
    confinement.readable.push_back(path.As<Napi::String>().Utf8Value());
  }
#ifdef __linux__
  if (memoryFacts < 0) memoryFacts = open("/proc/self/statm", O_RDONLY | O_CLOEXEC);
  confinement.descriptors.insert(memoryFacts);
  confinement.descriptors.insert(sharedFiles.begin(), sharedFiles.end());
#endif
  const std::vector<std::string> missing = confine(confinement);
  const Napi::Array names = Napi::Array::New(env, missing.size());
  for (uint32_t at = 0; at < missing.size(); at += 1) names.Set(at, missing[at]);
  return names;
}

Napi::Value hideProcess(const Napi::CallbackInfo& info) {
  return Napi::Boolean::New(info.Env(), stipple::hideProcess());
}

Napi::Value kernelBarriers(const Napi::CallbackInfo& info) {
  const Napi::Object barriers = Napi::Object::New(info.Env());
  barriers.Set("landlock", landlockVersion());
  barriers.Set("seccomp", canFilterSyscalls());
  return barriers;
}

Napi::Value residentBytes(const Napi::CallbackInfo& info) {
#ifdef __linux__
  // Pages in all, and pages in memory: `24091 9021 …`.
  char text[128];
  const ssize_t length = memoryFacts < 0 ? -1 : pread(memoryFacts, text, sizeof(text) - 1, 0);
  if (length > 0) {
    text[length] = '\0';
    char* rest = nullptr;
    strtoul(text, &rest, 10);
    const double pages = static_cast<double>(strtoul(rest, nullptr, 10));
    return Napi::Number::New(info.Env(), pages * static_cast<double>(sysconf(_SC_PAGESIZE)));
  }
#endif
  return info.Env().Null();
}

Napi::Value shareFile(const Napi::CallbackInfo& info) {
  const Napi::Env env = info.Env();
  const auto bytes = integerOf(info[0], 1 << 30);
  if (!bytes || *bytes == 0) return refuseType(env, "expected a number of bytes");
#if defined(__linux__) && defined(MFD_CLOEXEC)
  constexpr unsigned int kNeverRun = 8;  // MFD_NOEXEC_SEAL, from Linux 6.3 on
  int file = memfd_create("stipple-fonts", MFD_CLOEXEC | MFD_ALLOW_SEALING | kNeverRun);
  if (file < 0) file = memfd_create("stipple-fonts", MFD_CLOEXEC | MFD_ALLOW_SEALING);
  if (file < 0) return env.Null();
  const bool isSized = ftruncate(file, static_cast<off_t>(*bytes)) == 0 &&
                       fcntl(file, F_ADD_SEALS, F_SEAL_GROW | F_SEAL_SHRINK | F_SEAL_SEAL) == 0;
  void* const memory =
      isSized ? mmap(nullptr, *bytes, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0) : MAP_FAILED;
  if (memory == MAP_FAILED) {
    close(file);
    return env.Null();
  }
  sharedFiles.insert(file);
  const Napi::Object shared = Napi::Object::New(env);
  shared.Set("path", "/proc/self/fd/" + std::to_string(file));
  // Both live as long as the process.
  const auto buffer = Napi::ArrayBuffer::New(env, memory, *bytes);
  shared.Set("bytes", Napi::Uint8Array::New(env, *bytes, buffer, 0));
  return shared;
#else
  return env.Null();
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
