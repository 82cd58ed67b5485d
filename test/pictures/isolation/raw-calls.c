// An addon for tests: makes any system call, in any thread of its process, as code that has taken it over could; and asks
// the C library what V8 asks it in its threads.
#define _GNU_SOURCE
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

// Of Node-API, whose headers are not beside every Node.
typedef struct napi_env__ *napi_env;
typedef struct napi_value__ *napi_value;
typedef struct napi_callback_info__ *napi_callback_info;
typedef napi_value (*napi_callback)(napi_env, napi_callback_info);
enum { napi_ok = 0 };
int napi_get_cb_info(napi_env, napi_callback_info, size_t *, napi_value *, napi_value *, void **);
int napi_get_value_int64(napi_env, napi_value, int64_t *);
int napi_get_value_string_utf8(napi_env, napi_value, char *, size_t, size_t *);
int napi_create_int64(napi_env, int64_t, napi_value *);
int napi_create_function(napi_env, const char *, size_t, napi_callback, void *, napi_value *);
int napi_set_named_property(napi_env, napi_value, const char *, napi_value);

static volatile long number, arguments[6], result;
static volatile int state;

static long call(void) {
  const long given = syscall(number, arguments[0], arguments[1], arguments[2], arguments[3], arguments[4], arguments[5]);
  return given == -1 ? -errno : given;
}

static void handle(int signal) {
  (void)signal;
  result = call();
  __atomic_store_n(&state, 1, __ATOMIC_SEQ_CST);
}

// The signal that no thread can block; sigaction(3) refuses it.
enum { SIGNAL = 33 };
struct action { void (*handler)(int); unsigned long flags; void (*restorer)(void); uint64_t mask; };
#ifdef __x86_64__
__asm__(".text\nraw_return:\n mov $15, %rax\n syscall\n");
void raw_return(void) __attribute__((visibility("hidden")));
static const struct action ACTION = {handle, 0x14000000, raw_return, 0};
#else
static const struct action ACTION = {handle, 0x10000000, 0, 0};
#endif

// call(thread, number, six arguments): what the call gives, or its error below 0; -1000 where the thread does not answer.
// A string argument becomes its address.
static napi_value make_call(napi_env env, napi_callback_info info) {
  static char texts[6][512];
  size_t count = 8;
  napi_value given[8], out;
  int64_t values[8] = {0};
  napi_get_cb_info(env, info, &count, given, NULL, NULL);
  for (size_t at = 0; at < count && at < 8; at += 1) {
    if (napi_get_value_int64(env, given[at], &values[at]) == napi_ok || at < 2) continue;
    size_t length;
    napi_get_value_string_utf8(env, given[at], texts[at - 2], sizeof(texts[0]), &length);
    values[at] = (int64_t)(uintptr_t)texts[at - 2];
  }
  number = values[1];
  for (int at = 0; at < 6; at += 1) arguments[at] = values[at + 2];
  if (values[0] == syscall(SYS_gettid)) result = call();
  else {
    state = 0;
    result = -1000;
    if (syscall(SYS_tgkill, getpid(), values[0], SIGNAL) == 0) {
      const struct timespec pause = {0, 50000};
      for (int turn = 0; turn < 40000 && !__atomic_load_n(&state, __ATOMIC_SEQ_CST); turn += 1) nanosleep(&pause, NULL);
    }
  }
  napi_create_int64(env, result, &out);
  return out;
}

// 0 when a thread learns where its stack is, and how it is scheduled.
static void *ask_library(void *answer) {
  pthread_attr_t attributes;
  struct sched_param parameters;
  int policy;
  *(int *)answer = pthread_getattr_np(pthread_self(), &attributes);
  if (*(int *)answer == 0) {
    pthread_attr_destroy(&attributes);
    *(int *)answer = pthread_getschedparam(pthread_self(), &policy, &parameters);
  }
  return NULL;
}

// askInThread(): the error that a new thread gets from the C library; 0 for none.
static napi_value ask_in_thread(napi_env env, napi_callback_info info) {
  (void)info;
  pthread_t thread;
  int answer = -1;
  napi_value out;
  if (pthread_create(&thread, NULL, ask_library, &answer) == 0) pthread_join(thread, NULL);
  napi_create_int64(env, answer, &out);
  return out;
}

napi_value napi_register_module_v1(napi_env env, napi_value exports) {
  napi_value function;
  syscall(SYS_rt_sigaction, SIGNAL, &ACTION, NULL, sizeof(uint64_t));
  napi_create_function(env, "call", SIZE_MAX, make_call, NULL, &function);
  napi_set_named_property(env, exports, "call", function);
  napi_create_function(env, "askInThread", SIZE_MAX, ask_in_thread, NULL, &function);
  napi_set_named_property(env, exports, "askInThread", function);
  return exports;
}
