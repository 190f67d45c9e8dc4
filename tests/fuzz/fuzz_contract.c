/* The contract of an asynchronous request: a verdict about any text is one line of JSON. */
#include "fuzz/fuzz.h"

#include "async/contract.h"

#include <string.h>

FUZZ_INPUT_IS_JSON

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
        fuzz_is_json(&v.request);
    sb_free(&out);
    judgement_free(&v);
    fuzz_split_free(f);
    return 0;
}
