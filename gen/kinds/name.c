/* name.c: checks the name of a model, which prefixes all emitted symbols and
 * names the files. In: the value of `name =`. Out: nothing, or the run ends.
 *
 * Invariant: a name that passes is an identifier of C and C++. */
#include <ctype.h>
#include <string.h>

#include "base/base.h"
#include "language/language.h"
#include "kinds/kind.h"

static const char *const reserved_words[] = {
    "alignas",   "alignof",  "and",      "asm",       "auto",     "bool",
    "break",     "case",     "catch",    "char",      "class",    "const",
    "constexpr", "continue", "default",  "delete",    "do",       "double",
    "else",      "enum",     "explicit", "export",    "extern",   "false",
    "float",     "for",      "friend",   "goto",      "if",       "inline",
    "int",       "long",     "mutable",  "namespace", "new",      "not",
    "operator",  "or",       "private",  "protected", "public",   "register",
    "restrict",  "return",   "short",    "signed",    "sizeof",   "static",
    "struct",    "switch",   "template", "this",      "throw",    "true",
    "try",       "typedef",  "typename", "union",     "unsigned", "using",
    "virtual",   "void",     "volatile", "while",     "xor"};

/* Headers of C, POSIX, glibc, musl, newlib, macOS, Windows and the compilers,
 * in lower case: where file names have no case, Math.h is math.h. The headers
 * of processors that end in "intrin" are besides these. */
static const char *const headers[] = {"acc_prof",
                                      "aio",
                                      "aliases",
                                      "alloca",
                                      "alltypes",
                                      "altivec",
                                      "ansidecl",
                                      "ar",
                                      "argp",
                                      "argz",
                                      "arm64intr",
                                      "arm_acle",
                                      "arm_bf16",
                                      "arm_cde",
                                      "arm_cmse",
                                      "arm_fp16",
                                      "arm_mve",
                                      "arm_neon",
                                      "arm_sme",
                                      "arm_sve",
                                      "armintr",
                                      "assert",
                                      "assertmacros",
                                      "availability",
                                      "availabilitymacros",
                                      "backtrace",
                                      "builtins",
                                      "byteswap",
                                      "cet",
                                      "complex",
                                      "conio",
                                      "corecrt",
                                      "cpio",
                                      "cpuid",
                                      "crtdefs",
                                      "crypt",
                                      "ctype",
                                      "devctl",
                                      "direct",
                                      "dirent",
                                      "dispatch",
                                      "dlfcn",
                                      "eh",
                                      "elf",
                                      "endian",
                                      "envlock",
                                      "envz",
                                      "err",
                                      "errno",
                                      "error",
                                      "excpt",
                                      "execinfo",
                                      "fastmath",
                                      "fcntl",
                                      "features",
                                      "fenv",
                                      "float",
                                      "fmtmsg",
                                      "fnmatch",
                                      "fpu_control",
                                      "fstab",
                                      "fts",
                                      "ftw",
                                      "gconv",
                                      "gcov",
                                      "getopt",
                                      "glob",
                                      "grp",
                                      "gshadow",
                                      "iconv",
                                      "ieee754",
                                      "ieeefp",
                                      "ifaddrs",
                                      "inttypes",
                                      "io",
                                      "iso646",
                                      "langinfo",
                                      "lastlog",
                                      "libgen",
                                      "libintl",
                                      "limits",
                                      "link",
                                      "locale",
                                      "malloc",
                                      "math",
                                      "mcheck",
                                      "memory",
                                      "mm3dnow",
                                      "mm_malloc",
                                      "mntent",
                                      "monetary",
                                      "mqueue",
                                      "msa",
                                      "ndbm",
                                      "netdb",
                                      "newlib",
                                      "nl_types",
                                      "nss",
                                      "obstack",
                                      "omp",
                                      "openacc",
                                      "paths",
                                      "picolibc",
                                      "poll",
                                      "printf",
                                      "proc_service",
                                      "process",
                                      "pthread",
                                      "pty",
                                      "pwd",
                                      "quadmath",
                                      "quadmath_weak",
                                      "re_comp",
                                      "reent",
                                      "regdef",
                                      "regex",
                                      "regexp",
                                      "resolv",
                                      "sal",
                                      "sched",
                                      "search",
                                      "semaphore",
                                      "setjmp",
                                      "sgtty",
                                      "shadow",
                                      "share",
                                      "signal",
                                      "spawn",
                                      "stab",
                                      "stdalign",
                                      "stdarg",
                                      "stdatomic",
                                      "stdbit",
                                      "stdbool",
                                      "stdckdint",
                                      "stddef",
                                      "stdfix",
                                      "stdint",
                                      "stdio",
                                      "stdio_ext",
                                      "stdlib",
                                      "stdnoreturn",
                                      "string",
                                      "strings",
                                      "stropts",
                                      "syscall",
                                      "sysexits",
                                      "syslimits",
                                      "syslog",
                                      "tar",
                                      "targetconditionals",
                                      "tcclib",
                                      "tchar",
                                      "termio",
                                      "termios",
                                      "tgmath",
                                      "thread_db",
                                      "threads",
                                      "time",
                                      "trace",
                                      "ttyent",
                                      "uchar",
                                      "ucontext",
                                      "ulimit",
                                      "unctrl",
                                      "unistd",
                                      "unwind",
                                      "ustat",
                                      "utime",
                                      "utmp",
                                      "utmpx",
                                      "vadefs",
                                      "values",
                                      "varargs",
                                      "vcruntime",
                                      "wait",
                                      "wchar",
                                      "wctype",
                                      "windows",
                                      "winsock",
                                      "winsock2",
                                      "wordexp",
                                      "xlocale",
                                      "yvals",
                                      "yvals_core"};

static bool is_same_file(const char *name, const char *lower)
{
  while (*name && tolower((unsigned char)*name) == *lower) name++, lower++;
  return !*name && !*lower;
}

/* An emitted <name>.h must not hide another header. */
static void refuse_header(Run *run, const Value *name)
{
  static const char intrin[] = "intrin";
  const char *text = name->string;
  const size_t length = strlen(text), end = sizeof intrin - 1;
  bool is_taken = length >= end && is_same_file(text + length - end, intrin);
  for (size_t i = 0; i < COUNT(headers); i++)
    is_taken = is_taken || is_same_file(text, headers[i]);
  if (is_taken)
    run_fail(run, name->where,
             "name must not be \"%s\": the emitted %s.h would hide the C "
             "header",
             text, text);
  if (is_same_file(text, "main"))
    run_fail(run, name->where,
             "name must not be \"%s\": the example has a file of that name",
             text);
}

void model_check_name(Run *run, const Value *name)
{
  const char *text = name->string;
  bool is_fine = isalpha((unsigned char)text[0]) && strlen(text) <= 60;
  for (const char *c = text; *c; c++)
    is_fine = is_fine && (isalnum((unsigned char)*c) || *c == '_') &&
              (unsigned char)*c < 128;
  if (!is_fine)
    run_fail(run, name->where,
             "name must be a C identifier of at most 60 letters, digits and "
             "underscores that starts with a letter, got \"%.70s\"",
             text);
  for (size_t i = 0; i < COUNT(reserved_words); i++)
    if (strcmp(text, reserved_words[i]) == 0)
      run_fail(run, name->where,
               "name must not be a word of C or C++, got "
               "\"%s\"",
               text);
  refuse_header(run, name);
}
