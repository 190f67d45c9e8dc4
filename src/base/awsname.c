#include "base/awsname.h"

#include "base/limits.h"

#include <string.h>

bool aws_name_ok(const char *name)
{
    size_t n = strlen(name);
    return n >= 1 && n <= LIMIT_AWS_NAME && name[0] != '-' && name[n - 1] != '-' &&
           strspn(name, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-") == n;
}
