// SPDX-License-Identifier: MIT

// Asks the C library for POSIX, and glibc for the default stack of threads as well.  No other file
// of the library and the samples does.
#define _XOPEN_SOURCE 700
#define _GNU_SOURCE

#include "system.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <spawn.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#ifdef __APPLE__
#include <mach-o/dyld.h>    // _NSGetExecutablePath
#endif

// Temporary files have names that begin like this.  The others: how many names are tried, the
// length of such a name at most, and the age in seconds at which nobody is still writing one.
static const char TEMPORARY[] = ".opencl-samples-";
enum { MAX_TEMPORARY = 100, MAX_ADDED = 80, OLD_SECONDS = 3600 };

double ocl_wall_ns(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec * 1e9 + (double)now.tv_nsec;
}

void ocl_say(const char *sentence)
{
    if (!isatty(STDERR_FILENO)) return;
    ocl_warn("%s", sentence);
    ocl_printed();
}

// What the thread that watches must know.
static _Atomic(const char *) activity = "preparing";
static _Atomic double printed_ns;    // when something was last printed

void ocl_doing(const char *what)
{
    atomic_store(&activity, what);
}

void ocl_printed(void)
{
    atomic_store(&printed_ns, ocl_wall_ns());
}

// Looks several times in each interval, so that no silence is longer than two seconds.
static void *watch_silence(void *unused)
{
    (void)unused;
    const struct timespec nap = { .tv_nsec = 100000000 };
    const double begin_ns = ocl_wall_ns(), silence_ns = 1.8e9;
    for (;;) {
        nanosleep(&nap, NULL);
        const double now_ns = ocl_wall_ns();
        if (now_ns - atomic_load(&printed_ns) < silence_ns) continue;
        ocl_warn("%s (%.0f s so far)", atomic_load(&activity), (now_ns - begin_ns) / 1e9);
        ocl_printed();
    }
    return NULL;
}

void ocl_watch_silence(void)
{
    static bool watched;    // one thread is enough
    ocl_printed();
    if (watched || !isatty(STDERR_FILENO)) return;
    pthread_t thread;
    watched = pthread_create(&thread, NULL, watch_silence, NULL) == 0;
    if (watched) pthread_detach(thread);
}

// Threads get what the limit was when the program began, unless glibc is told otherwise.
static void provide_thread_stacks(size_t wanted)
{
#ifdef __GLIBC__
    pthread_attr_t attributes;
    size_t bytes = wanted;
    if (pthread_getattr_default_np(&attributes) != 0) return;
    pthread_attr_getstacksize(&attributes, &bytes);
    if (bytes < wanted && pthread_attr_setstacksize(&attributes, wanted) == 0)
        pthread_setattr_default_np(&attributes);
    pthread_attr_destroy(&attributes);
#else
    (void)wanted;
#endif
}

void ocl_provide_stacks(void)
{
    enum { WANTED = 8 << 20, LEAST = 1 << 20 };
    struct rlimit limit;
    if (getrlimit(RLIMIT_STACK, &limit) != 0 || limit.rlim_cur >= WANTED) return;
    limit.rlim_cur = limit.rlim_max < WANTED ? limit.rlim_max : WANTED;
    setrlimit(RLIMIT_STACK, &limit);
    if (limit.rlim_cur < LEAST)
        ocl_exit(OCL_EXIT_USAGE,
                 "the stack is limited to %zu KiB, which is too little to compile kernels: allow "
                 "%d KiB (ulimit -s)",
                 (size_t)limit.rlim_cur / 1024, WANTED / 1024);
    provide_thread_stacks(WANTED);
}

void ocl_yield(void)
{
    sched_yield();
}

typedef struct {
    pthread_t id;
    size_t number;
    void (*work)(void *data, size_t thread);
    void *data;
} thread_job;

static void *run_job(void *argument)
{
    const thread_job *job = argument;
    job->work(job->data, job->number);
    return NULL;
}

void ocl_run_threads(size_t count, void (*work)(void *data, size_t thread), void *data)
{
    thread_job *jobs = ocl_alloc(count * sizeof *jobs);
    size_t started = 0;
    for (; started < count; started++) {
        jobs[started] = (thread_job){ .number = started, .work = work, .data = data };
        if (pthread_create(&jobs[started].id, NULL, run_job, &jobs[started]) != 0) break;
    }
    for (size_t i = 0; i < started; i++)
        pthread_join(jobs[i].id, NULL);
    free(jobs);
    if (started < count)
        ocl_exit(OCL_EXIT_USAGE, "the system starts only %zu threads: ask for fewer", started);
}

struct ocl_mutex {
    pthread_mutex_t posix;
};

ocl_mutex *ocl_mutex_new(void)
{
    ocl_mutex *mutex = ocl_alloc(sizeof *mutex);
    pthread_mutex_init(&mutex->posix, NULL);
    return mutex;
}

void ocl_mutex_lock(ocl_mutex *mutex)
{
    pthread_mutex_lock(&mutex->posix);
}

void ocl_mutex_unlock(ocl_mutex *mutex)
{
    pthread_mutex_unlock(&mutex->posix);
}

void ocl_mutex_free(ocl_mutex *mutex)
{
    pthread_mutex_destroy(&mutex->posix);
    free(mutex);
}

// The first number that follows `name` (NULL: the first in the file) in a small text file; negative
// when there is none.
static double number_in_file(const char *path, const char *name)
{
    FILE *file = fopen(path, "r");
    if (!file) return -1.0;
    char line[256];
    double value = -1.0;
    while (value < 0.0 && fgets(line, sizeof line, file)) {
        const size_t length = name ? strlen(name) : 0;
        if (!name || strncmp(line, name, length) == 0)
            if (sscanf(line + length, "%lf", &value) != 1) value = -1.0;
    }
    fclose(file);
    return value;
}

// The files of a control group of Linux that say what it allows and what it has.
typedef struct {
    const char *controller;              // what stands between the colons of /proc/self/cgroup
    const char *folder;                  // where its groups are
    const char *limit, *used, *files;    // the last is a line of memory.stat
} group_version;

static const group_version GROUP_VERSIONS[] = {
    { "", "", "memory.max", "memory.current", "inactive_file " },
    { "memory", "/memory", "memory.limit_in_bytes", "memory.usage_in_bytes",
      "total_inactive_file " },
};

// What a group still allows; infinity when it has no limit.  Files that the group has read count as
// its memory, but the system gives that up when it is needed.
static double room_of_group(const char *folder, const group_version *version)
{
    char path[600];
    snprintf(path, sizeof path, "%s/%s", folder, version->limit);
    const double limit = number_in_file(path, NULL);    // "max" is no number
    if (limit < 0.0) return INFINITY;
    snprintf(path, sizeof path, "%s/%s", folder, version->used);
    const double used = number_in_file(path, NULL);
    snprintf(path, sizeof path, "%s/memory.stat", folder);
    const double files = number_in_file(path, version->files);
    return fmax(0.0, limit - fmax(0.0, used) + fmax(0.0, files));
}

// The least that the group of a line of /proc/self/cgroup, "NUMBER:CONTROLLER:GROUP", and the
// groups above it allow.  A container sees its own group at the top, whatever GROUP says.
static double room_of_line(char *line, const char *groups)
{
    char *controller = strchr(line, ':'), *group = controller ? strchr(controller + 1, ':') : NULL;
    if (!group) return INFINITY;
    *controller++ = '\0';
    *group++ = '\0';
    group[strcspn(group, "\n")] = '\0';
    double room = INFINITY;
    for (size_t v = 0; v < sizeof GROUP_VERSIONS / sizeof GROUP_VERSIONS[0]; v++) {
        const group_version *version = &GROUP_VERSIONS[v];
        if (strcmp(controller, version->controller) != 0) continue;
        char folder[512];
        const int top = snprintf(folder, sizeof folder, "%s%s", groups, version->folder);
        snprintf(folder + top, sizeof folder - (size_t)top, "%s", group);
        while (strlen(folder) >= (size_t)top) {
            room = fmin(room, room_of_group(folder, version));
            char *slash = strrchr(folder, '/');
            *slash = '\0';
        }
    }
    return room;
}

double ocl_group_memory(const char *own_groups, const char *groups)
{
    FILE *file = fopen(own_groups, "r");
    if (!file) return INFINITY;
    char line[300];
    double room = INFINITY;
    while (fgets(line, sizeof line, file))
        room = fmin(room, room_of_line(line, groups));
    fclose(file);
    return room;
}

double ocl_host_memory(void)
{
    const double available_kib = number_in_file("/proc/meminfo", "MemAvailable:");
    double bytes = available_kib > 0.0 ? 1024.0 * available_kib : 0.0;
#ifdef _SC_PHYS_PAGES    // an extension of most systems
    if (bytes == 0.0) {
        const long pages = sysconf(_SC_PHYS_PAGES), page_bytes = sysconf(_SC_PAGESIZE);
        if (pages > 0 && page_bytes > 0) bytes = (double)pages * (double)page_bytes;
    }
#endif
    const double room = ocl_group_memory("/proc/self/cgroup", "/sys/fs/cgroup");
    return bytes > 0.0 ? fmin(bytes, room) : 0.0;
}

// The running executable without links in its path, malloc'ed; NULL when the system does not say.
static char *executable_path(void)
{
#ifdef __APPLE__
    uint32_t room = 0;
    _NSGetExecutablePath(NULL, &room);    // only to set the room
    char *given = ocl_alloc(room + 1);
    char *path = _NSGetExecutablePath(given, &room) == 0 ? realpath(given, NULL) : NULL;
    free(given);
#else
    // Linux, FreeBSD and NetBSD show it as a link under /proc.
    static const char *const links[] = { "/proc/self/exe", "/proc/curproc/file",
                                         "/proc/curproc/exe" };
    char *path = NULL;
    for (size_t i = 0; !path && i < sizeof links / sizeof links[0]; i++)
        path = realpath(links[i], NULL);
#endif
    return path;
}

// Its folder, malloc'ed, or NULL.
static char *executable_folder(void)
{
    char *path = executable_path();
    char *slash = path ? strrchr(path, '/') : NULL;
    if (slash) *slash = '\0';
    return path;
}

char *ocl_join_path(const char *first, const char *second)
{
    size_t bytes = strlen(first) + 1 + strlen(second) + 1;
    char *path = ocl_alloc(bytes);
    snprintf(path, bytes, "%s/%s", first, second);
    return path;
}

static bool is_readable_file(const char *path)
{
    struct stat status;
    return stat(path, &status) == 0 && S_ISREG(status.st_mode) && access(path, R_OK) == 0;
}

// FOLDER/NAME if that is a readable file, else NULL.
static char *readable_in(const char *folder, const char *name)
{
    char *path = ocl_join_path(folder, name);
    if (is_readable_file(path)) return path;
    free(path);
    return NULL;
}

char *ocl_find_installed(const char *folder, const char *name)
{
    char *executable = executable_folder();
    if (!executable) return NULL;
    char *share = ocl_join_path(executable, "../share/opencl-samples");
    char *where = ocl_join_path(share, folder);
    char *found = readable_in(where, name);
    free(where);
    free(share);
    free(executable);
    return found;
}

char *ocl_find_shared(const char *variable, const char *folder, const char *name, ocl_message *why)
{
    const char *wish = getenv(variable);
    const bool given = wish && *wish;
    char *found = given ? readable_in(wish, name) : ocl_find_installed(folder, name);
    struct stat status;
    if (!found && !given)
        ocl_refuse(why, "cannot find %s beside the program; name its folder with %s", name,
                   variable);
    else if (!found && (stat(wish, &status) != 0 || !S_ISDIR(status.st_mode)))
        ocl_refuse(why, "%s=%s: there is no such folder", variable, wish);
    else if (!found)
        ocl_refuse(why, "%s=%s: there is no readable file %s in this folder", variable, wish, name);
    return found;
}

char *ocl_find_data(const char *name, ocl_message *why)
{
    return ocl_find_shared("OCL_SAMPLES_DATA", "data", name, why);
}

enum { LARGE_FILE = 16 << 20 };    // bytes

// Doubles the room until the file ends, so that pipes can also be read: their size is not known
// before.  A file that would need more than a quarter of the host's memory is refused (errno:
// EFBIG).
static bool read_stream(FILE *stream, unsigned char **data, size_t *bytes)
{
    double limit = 0.0;    // not known yet: only a large file is worth the question
    size_t room = 1 << 16, used = 0;
    unsigned char *buffer = malloc(room);
    errno = ENOMEM;
    while (buffer) {
        used += fread(buffer + used, 1, room - 1 - used, stream);
        if (used < room - 1) break;
        const bool large = room >= LARGE_FILE;
        if (large && limit == 0.0) {
            const double memory = ocl_host_memory();
            limit = memory > 0.0 ? memory / 4.0 : (double)PTRDIFF_MAX;
        }
        const bool fits = !large || 2.0 * (double)room <= limit;
        unsigned char *larger = fits ? realloc(buffer, room * 2) : NULL;
        if (!larger) free(buffer);
        errno = fits ? ENOMEM : EFBIG;
        buffer = larger;
        room *= 2;
    }
    if (!buffer) return false;
    if (ferror(stream)) {
        const int error = errno;
        free(buffer);
        errno = error;
        return false;
    }
    buffer[used] = '\0';
    *data = buffer;
    *bytes = used;
    return true;
}

bool ocl_read_file(const char *path, unsigned char **data, size_t *bytes, ocl_message *why)
{
    FILE *stream = fopen(path, "rb");
    if (!stream) return ocl_refuse(why, "%s: cannot open: %s", path, strerror(errno));
    const bool ok = read_stream(stream, data, bytes);
    const int error = errno;
    fclose(stream);
    if (!ok && error == EFBIG)
        return ocl_refuse(why, "%s: cannot read: it is too large for the host's memory", path);
    return ok || ocl_refuse(why, "%s: cannot read: %s", path, strerror(error));
}

// Whether it belongs to the user who runs the program, and no other user may write to it.
static bool is_own(const struct stat *status)
{
    return status->st_uid == geteuid() && (status->st_mode & (S_IWGRP | S_IWOTH)) == 0;
}

bool ocl_read_own_file(const char *path, unsigned char **data, size_t *bytes)
{
    const int file = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK);    // a FIFO must not block
    if (file < 0) return false;
    struct stat status;
    FILE *stream = NULL;
    if (fstat(file, &status) == 0 && S_ISREG(status.st_mode) && is_own(&status))
        stream = fdopen(file, "rb");
    if (!stream) {
        close(file);
        return false;
    }
    const bool ok = read_stream(stream, data, bytes);
    fclose(stream);
    return ok;
}

// The folder that a file is in, malloc'ed.
static char *folder_of(const char *path)
{
    const char *slash = strrchr(path, '/');
    const size_t length = slash ? (size_t)(slash - path) : 1;
    char *folder = ocl_alloc(length + 2);
    snprintf(folder, length + 2, "%.*s", (int)length, slash ? path : ".");
    if (slash == path) strcpy(folder, "/");
    return folder;
}

bool ocl_can_write_file(const char *path, ocl_message *why)
{
    struct stat status;
    if (stat(path, &status) == 0) {
        if (S_ISDIR(status.st_mode))
            return ocl_refuse(why, "%s: cannot write: it is a folder", path);
        return access(path, W_OK) == 0 ||
               ocl_refuse(why, "%s: cannot write: %s", path, strerror(errno));
    }
    char *folder = folder_of(path);
    const bool ok = access(folder, W_OK | X_OK) == 0;
    const int error = errno;
    free(folder);
    return ok || ocl_refuse(why, "%s: cannot write: its folder: %s", path, strerror(error));
}

static bool write_all(int file, const unsigned char *data, size_t bytes)
{
    while (bytes > 0) {
        ssize_t written = write(file, data, bytes);
        if (written < 0 && errno == EINTR) continue;
        if (written < 0) return false;
        data += written;
        bytes -= (size_t)written;
    }
    return true;
}

// For a device or a pipe, such as /dev/stdout, and where no other file can take the file's place.
static bool write_in_place(const char *path, const void *data, size_t bytes, ocl_message *why)
{
    FILE *stream = fopen(path, "wb");
    if (!stream) return ocl_refuse(why, "%s: cannot write: %s", path, strerror(errno));
    bool ok = fwrite(data, 1, bytes, stream) == bytes;
    ok = fclose(stream) == 0 && ok;
    return ok || ocl_refuse(why, "%s: cannot write: %s", path, strerror(errno));
}

// --- temporary files

// The one that is being written: a signal that ends the program removes it.  Programs write their
// files in one thread.
static char *volatile temporary_file;
static const int ENDING_SIGNALS[] = { SIGINT, SIGTERM, SIGHUP };
enum { SIGNALS = sizeof ENDING_SIGNALS / sizeof ENDING_SIGNALS[0] };

static void remove_temporary(int signal_number)
{
    if (temporary_file) unlink(temporary_file);
    signal(signal_number, SIG_DFL);
    raise(signal_number);
}

// A signal that the program ignores stays ignored.
static void catch_signals(struct sigaction old[SIGNALS])
{
    struct sigaction action = { .sa_handler = remove_temporary };
    sigemptyset(&action.sa_mask);
    for (size_t i = 0; i < SIGNALS; i++) {
        sigaction(ENDING_SIGNALS[i], NULL, &old[i]);
        if (old[i].sa_handler != SIG_IGN) sigaction(ENDING_SIGNALS[i], &action, NULL);
    }
}

static void restore_signals(const struct sigaction old[SIGNALS])
{
    for (size_t i = 0; i < SIGNALS; i++)
        sigaction(ENDING_SIGNALS[i], &old[i], NULL);
}

// A new file in the folder; `name` gets its path, which is short even if the file's own name is
// long.  Negative when it cannot be made.  A signal may come as soon as the file is there.
static int open_temporary(char *name, size_t room, const char *folder, mode_t mode)
{
    int file = -1;
    for (unsigned i = 0; i < MAX_TEMPORARY; i++) {
        snprintf(name, room, "%s/%s%ld-%u", folder, TEMPORARY, (long)getpid(), i);
        temporary_file = name;
        file = open(name, O_WRONLY | O_CREAT | O_EXCL, mode);
        if (file >= 0 || errno != EEXIST) break;
    }
    return file;
}

// Puts a new file in the place of `path`.  `old` is what was there, NULL for a new file, which gets
// `mode` less the umask.  When it returns false, errno says why.
static bool replace_file(const char *path, const struct stat *old, mode_t mode, ocl_blob content)
{
    char *folder = folder_of(path);
    const size_t room = strlen(folder) + MAX_ADDED;
    char *name = ocl_alloc(room);
    struct sigaction actions[SIGNALS];
    catch_signals(actions);
    const int file = open_temporary(name, room, folder, mode);
    bool ok = file >= 0 && write_all(file, content.data, content.bytes);
    ok = ok && (!old || fchmod(file, old->st_mode & 0777) == 0);
    if (file >= 0) ok = close(file) == 0 && ok;
    ok = ok && rename(name, path) == 0;
    const int error = errno;
    if (!ok && file >= 0) unlink(name);
    temporary_file = NULL;
    restore_signals(actions);
    free(name);
    free(folder);
    errno = error;
    return ok;
}

// Whether a file that is there can only be written in place: its folder takes no new file, or the
// file is mounted.
static bool must_stay(int error)
{
    return error == EACCES || error == EPERM || error == EROFS || error == EBUSY || error == EXDEV;
}

bool ocl_write_file(const char *path, const void *data, size_t bytes, ocl_message *why)
{
    struct stat status, link;
    const bool exists = stat(path, &status) == 0;
    if (exists && S_ISDIR(status.st_mode))
        return ocl_refuse(why, "%s: cannot write: it is a folder", path);
    if (exists && access(path, W_OK) != 0)    // though its folder might take a new one
        return ocl_refuse(why, "%s: cannot write: %s", path, strerror(errno));
    // A link stays; the file that it points to is replaced, or made.
    char *target = exists && S_ISREG(status.st_mode) ? realpath(path, NULL) : NULL;
    const bool dangling = !exists && lstat(path, &link) == 0;
    if (dangling || (exists && !target)) return write_in_place(path, data, bytes, why);

    const bool ok = replace_file(target ? target : path, exists ? &status : NULL, 0666,
                                 (ocl_blob){ data, bytes });
    const int error = errno;
    free(target);
    if (!ok && exists && must_stay(error)) return write_in_place(path, data, bytes, why);
    return ok || ocl_refuse(why, "%s: cannot write: %s", path, strerror(error));
}

bool ocl_write_own_file(const char *path, const void *data, size_t bytes)
{
    return replace_file(path, NULL, 0600, (ocl_blob){ data, bytes });
}

static bool is_folder(const char *path)
{
    struct stat status;
    return stat(path, &status) == 0 && S_ISDIR(status.st_mode);
}

bool ocl_make_folder(const char *path)
{
    size_t bytes = strlen(path) + 1;
    char *part = ocl_alloc(bytes);
    memcpy(part, path, bytes);
    for (char *at = part; *at; at++) {
        if (*at != '/' || at == part) continue;
        *at = '\0';
        mkdir(part, 0777);    // an error shows again at the last part
        *at = '/';
    }
    free(part);
    mkdir(path, 0777);
    return is_folder(path);
}

// Files that programs left behind when they were killed.
static void clear_temporary_files(const char *folder)
{
    DIR *entries = opendir(folder);
    if (!entries) return;
    const time_t now = time(NULL);
    for (const struct dirent *entry; (entry = readdir(entries));) {
        if (strncmp(entry->d_name, TEMPORARY, strlen(TEMPORARY)) != 0) continue;
        char *path = ocl_join_path(folder, entry->d_name);
        struct stat status;
        if (lstat(path, &status) == 0 && now - status.st_mtime > OLD_SECONDS) unlink(path);
        free(path);
    }
    closedir(entries);
}

bool ocl_make_own_folder(const char *path, ocl_message *why)
{
    char *parent = folder_of(path);
    ocl_make_folder(parent);    // what fails here fails again below
    free(parent);
    struct stat status;
    if (mkdir(path, 0700) != 0 && stat(path, &status) != 0)
        return ocl_refuse(why, "%s: cannot make the folder: %s", path, strerror(errno));
    if (stat(path, &status) != 0 || !S_ISDIR(status.st_mode))
        return ocl_refuse(why, "%s: it is no folder", path);
    if (status.st_uid != geteuid()) return ocl_refuse(why, "%s: it belongs to another user", path);
    if (!is_own(&status))
        return ocl_refuse(why, "%s: other users may write to it (chmod go-w changes that)", path);
    clear_temporary_files(path);
    return true;
}

void *ocl_alloc(size_t bytes)
{
    void *memory = NULL;
    size_t page = (size_t)sysconf(_SC_PAGESIZE);
    size_t alignment = bytes < page ? 64 : page;
    if (bytes > PTRDIFF_MAX || posix_memalign(&memory, alignment, bytes ? bytes : 1) != 0)
        ocl_exit(OCL_EXIT_USAGE, "no memory for %zu more bytes on the host; try a smaller --size",
                 bytes);
    memset(memory, 0xff, bytes);
    return memory;
}

bool ocl_has_program(const char *name)
{
    const char *path = getenv("PATH");
    for (size_t length; path && *path; path += length + (path[length] == ':')) {
        length = strcspn(path, ":");
        char *folder = ocl_alloc(length + 1);
        memcpy(folder, path, length);
        folder[length] = '\0';
        char *program = ocl_join_path(length ? folder : ".", name);
        struct stat status;
        const bool found =
            stat(program, &status) == 0 && S_ISREG(status.st_mode) && access(program, X_OK) == 0;
        free(program);
        free(folder);
        if (found) return true;
    }
    return false;
}

// Starts the program with these three files and waits for its end; returns its exit status, or -1.
static int run_on_files(const char *program, FILE *const files[3])
{
    extern char **environ;
    posix_spawn_file_actions_t actions;
    if (posix_spawn_file_actions_init(&actions) != 0) return -1;
    for (int i = 0; i < 3; i++)
        posix_spawn_file_actions_adddup2(&actions, fileno(files[i]), i);
    char name[64];    // the array of arguments is not const
    snprintf(name, sizeof name, "%s", program);
    char *const arguments[] = { name, NULL };
    pid_t child;
    int status = -1;
    const int error = posix_spawnp(&child, program, &actions, NULL, arguments, environ);
    if (error == 0)
        while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
        }
    posix_spawn_file_actions_destroy(&actions);
    return error == 0 && WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

// The last line of a text that is not blank, its end cut off; "" when there is none.
static const char *last_line(char *text)
{
    char *end = text + strlen(text);
    while (end > text && strchr(" \t\r\n", end[-1]))
        *--end = '\0';
    char *line = strrchr(text, '\n');
    return line ? line + 1 : text;
}

bool ocl_filter(const char *program, ocl_blob input, unsigned char **output, size_t *bytes,
                ocl_message *why)
{
    // Files, not pipes: a program that writes before it has read everything cannot block.
    FILE *files[3] = { tmpfile(), tmpfile(), tmpfile() };
    unsigned char *complaint = NULL;
    size_t complaint_bytes;
    bool ok = files[0] && files[1] && files[2] &&
              fwrite(input.data, 1, input.bytes, files[0]) == input.bytes && fflush(files[0]) == 0;
    if (!ok) {
        ocl_refuse(why, "cannot make a temporary file: %s", strerror(errno));
    } else {
        rewind(files[0]);
        const int status = run_on_files(program, files);
        rewind(files[1]);
        rewind(files[2]);
        ok = read_stream(files[2], &complaint, &complaint_bytes) &&
             read_stream(files[1], output, bytes);
        if (ok && (status != 0 || *bytes == 0)) {
            free(*output);
            ok = false;
        }
        if (!ok)
            ocl_refuse(why, "%s failed (exit status %d): %s", program, status,
                       complaint ? last_line((char *)complaint) : "");
    }
    free(complaint);
    for (int i = 0; i < 3; i++)
        if (files[i]) fclose(files[i]);
    return ok;
}
