// What a process may ask of the system: seccomp(2).
#ifndef STIPPLE_CONFINE_SYSCALL_FILTER_H_
#define STIPPLE_CONFINE_SYSCALL_FILTER_H_

namespace stipple {

// Leave the calling process, all its threads included and for good, the system calls that drawing takes: memory,
// threads, waiting, the clock, descriptors that are open, and files that are opened to be read. All else fails with EPERM,
// or with ENOSYS where callers have an alternative; calls in the manner of another machine end the process. The calls
// are a list, so one that is new to the kernel is refused. Needs no_new_privs. Returns false where the system or the
// machine has no such filter.
bool filterSyscalls();

// Take io_uring from the calling thread, and from the threads and processes that it starts from now on: its
// setup fails with ENOSYS, as on an older kernel. Needs no_new_privs; seccomp(2). Returns the same as
// filterSyscalls.
bool refuseIoUring();

// True where the system can filter the calls of this machine.
bool canFilterSyscalls();

}  // namespace stipple

#endif  // STIPPLE_CONFINE_SYSCALL_FILTER_H_
