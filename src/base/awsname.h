/* Names that AWS accepts for an endpoint or a variant. */
#ifndef HEADROOM_BASE_AWSNAME_H
#define HEADROOM_BASE_AWSNAME_H

#include <stdbool.h>

/* The rule in words, for messages. */
#define AWS_NAME_RULE "1 to 63 letters, digits and dashes, with a letter or digit at both ends"

/* [a-zA-Z0-9](-*[a-zA-Z0-9])*, at most LIMIT_AWS_NAME characters. */
bool aws_name_ok(const char *name);

#endif
