# Writes a C file that holds the templates given as operands: awk -f embed.awk FILE... > templates.c
# Each becomes an array of characters rather than a string literal: C17 promises only 4095 characters for
# those. Templates are ASCII, so that the bytes do not depend on awk's idea of a character.
# A template's name is its path below the directory templates/.

function name_of(path) {
    sub(/^.*templates\//, "", path)
    return path
}

function close_array() {
    if (count > 0)
        print "    0};"
}

BEGIN {
    count = 0
    for (i = 32; i < 127; i++)
        code[sprintf("%c", i)] = i
    print "/* Made by tools/embed.awk from templates/. */"
    print "#include \"render/template.h\""
}

FNR == 1 {
    close_array()
    names[count] = name_of(FILENAME)
    printf "\nstatic const char text_%d[] = {\n", count++
}

{
    line = "    "
    for (i = 1; i <= length($0); i++) {
        c = substr($0, i, 1)
        if (!(c in code)) {
            printf "%s:%d: a character that is not printable ASCII\n", FILENAME, FNR > "/dev/stderr"
            bad = 1
            exit 1
        }
        line = line code[c] ","
    }
    print line "10,"
}

END {
    if (bad)
        exit 1
    close_array()
    print "\nconst struct embedded_template embedded_templates[] = {"
    for (i = 0; i < count; i++)
        printf "    {\"%s\", text_%d},\n", names[i], i
    print "    {0, 0},\n};"
}
