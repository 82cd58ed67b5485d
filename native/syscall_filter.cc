#include "syscall_filter.h"

#if defined(__linux__) && (defined(__x86_64__) || defined(__aarch64__))
#define STIPPLE_HAS_FILTER 1
#include <errno.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <utility>
#include <vector>
#endif

namespace stipple {

#ifdef STIPPLE_HAS_FILTER
namespace {

#ifdef __x86_64__
constexpr uint32_t kMachine = AUDIT_ARCH_X86_64;
// Numbers from here on are the same calls for programs with short pointers (x32).
constexpr uint32_t kFirstForeignCall = 0x40000000;
#else
constexpr uint32_t kMachine = AUDIT_ARCH_AARCH64;
constexpr uint32_t kFirstForeignCall = UINT32_MAX;
#endif

constexpr uint32_t kAllow = SECCOMP_RET_ALLOW;
constexpr uint32_t kRefuse = SECCOMP_RET_ERRNO | EPERM;
// As on an older kernel: the C library then takes clone instead of clone3, libuv threads instead of io_uring.
constexpr uint32_t kUnknown = SECCOMP_RET_ERRNO | ENOSYS;

constexpr uint32_t kRefused[] = {
    // The network. Its own channel is open already.
    __NR_socket, __NR_socketpair, __NR_connect, __NR_bind, __NR_listen,
    // Other programs and processes.
    __NR_execve, __NR_execveat, __NR_ptrace, __NR_process_vm_readv, __NR_process_vm_writev, __NR_kill,
    __NR_tkill, __NR_rt_sigqueueinfo, __NR_rt_tgsigqueueinfo,
#ifdef __NR_fork
    __NR_fork, __NR_vfork,
#endif
#ifdef __NR_pidfd_open
    __NR_pidfd_open, __NR_pidfd_getfd, __NR_pidfd_send_signal,
#endif
    // The system itself.
    __NR_mount, __NR_umount2, __NR_pivot_root, __NR_chroot, __NR_setns, __NR_unshare, __NR_reboot,
    __NR_init_module, __NR_finit_module, __NR_delete_module, __NR_kexec_load, __NR_bpf,
    __NR_perf_event_open, __NR_userfaultfd, __NR_keyctl, __NR_add_key, __NR_request_key};

#ifndef __NR_io_uring_setup
// The numbers are the same on all machines; headers may be older than the kernel.
#define __NR_io_uring_setup 425
#define __NR_io_uring_enter 426
#define __NR_io_uring_register 427
#endif
#ifndef __NR_clone3
#define __NR_clone3 435
#endif

constexpr uint32_t kIoUring[] = {__NR_io_uring_setup, __NR_io_uring_enter, __NR_io_uring_register};

void load(std::vector<sock_filter>& program, size_t offset) {
  program.push_back(BPF_STMT(BPF_LD | BPF_W | BPF_ABS, static_cast<uint32_t>(offset)));
}

void give(std::vector<sock_filter>& program, uint32_t answer) {
  program.push_back(BPF_STMT(BPF_RET | BPF_K, answer));
}

void giveFor(std::vector<sock_filter>& program, uint32_t call, uint32_t answer) {
  program.push_back(BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, call, 0, 1));
  give(program, answer);
}

// A call that is allowed when its first argument passes a test. Both machines are little-endian, so the low
// half of the argument comes first.
void allowOnly(std::vector<sock_filter>& program, uint32_t call, uint16_t test, uint32_t operand) {
  program.push_back(BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, call, 0, 4));
  load(program, offsetof(seccomp_data, args[0]));
  program.push_back(BPF_JUMP(static_cast<uint16_t>(BPF_JMP | test | BPF_K), operand, 1, 0));
  give(program, kRefuse);
  give(program, kAllow);
}

// Loads the number of the call, and refuses calls of other machines.
std::vector<sock_filter> programStart() {
  std::vector<sock_filter> program;
  load(program, offsetof(seccomp_data, arch));
  program.push_back(BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, kMachine, 1, 0));
  give(program, kRefuse);
  load(program, offsetof(seccomp_data, nr));
  program.push_back(BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, kFirstForeignCall, 0, 1));
  give(program, kRefuse);
  return program;
}

std::vector<sock_filter> filterProgram() {
  std::vector<sock_filter> program = programStart();
  for (const uint32_t call : kRefused) giveFor(program, call, kRefuse);
  for (const uint32_t call : kIoUring) giveFor(program, call, kUnknown);
  giveFor(program, __NR_clone3, kUnknown);
  // A thread is allowed, a process is not.
  allowOnly(program, __NR_clone, BPF_JSET, CLONE_THREAD);
  // abort() and its like signal a thread of the process itself.
  allowOnly(program, __NR_tgkill, BPF_JEQ, static_cast<uint32_t>(getpid()));
  give(program, kAllow);
  return program;
}

bool install(std::vector<sock_filter> program, unsigned int flags) {
  const sock_fprog filter{static_cast<unsigned short>(program.size()), program.data()};
  // Without the last flag, kernels before 5.16 slow a filtered thread down, as a defence against speculative
  // reads.
  return syscall(__NR_seccomp, SECCOMP_SET_MODE_FILTER, flags | SECCOMP_FILTER_FLAG_SPEC_ALLOW, &filter) == 0;
}

}  // namespace

bool filterSyscalls() { return install(filterProgram(), SECCOMP_FILTER_FLAG_TSYNC); }

bool refuseIoUring() {
  std::vector<sock_filter> program = programStart();
  // Refuses only the setup: this thread may already have an io_uring, and goes on using it.
  giveFor(program, __NR_io_uring_setup, kUnknown);
  give(program, kAllow);
  return install(std::move(program), 0);
}
#else
bool filterSyscalls() { return false; }
bool refuseIoUring() { return false; }
#endif

}  // namespace stipple
