/* The contract of an asynchronous request: a verdict about any text is one line of JSON, and
 * what is accepted stays so. */
#include "fuzz/fuzz.h"

#include "async/contract.h"

#include <string.h>

FUZZ_INPUT_IS_JSON

/* What was accepted is written as a request that is accepted, as the same. */
static void accepted_again(const struct strbuf *request)
{
    struct judgement v;
    fuzz_is_json(request);
    contract_check(sb_str(request), request->len, &v);
    FUZZ_MUST(v.n == 0 && v.request.len == request->len);
    FUZZ_MUST(memcmp(v.request.data, request->data, request->len) == 0);
    judgement_free(&v);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct fuzz_part f[FUZZ_PARTS];
    struct judgement v;
    struct strbuf out = {0};
    fuzz_split(data, size, f);
    contract_check(f[0].text, f[0].len, &v);
    FUZZ_MUST(v.is_json || v.n == 1);
    judgement_line(&v, 1, &out);
    FUZZ_MUST(memchr(sb_str(&out), '\n', out.len) == out.data + out.len - 1);
    fuzz_is_json(&out);
    if (v.n == 0)
        accepted_again(&v.request);
    sb_free(&out);
    judgement_free(&v);
    fuzz_split_free(f);
    return 0;
}
