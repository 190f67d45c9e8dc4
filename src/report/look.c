#include "report/look.h"

double look_sign_width(enum sign sign, double size)
{
    return sign == SIGN_NONE ? 0.0 : size * 1.15;
}

static void square(struct pdf_page *page, double x, double y, double s, int fill)
{
    pdf_rect(page, x, y - s, s, s, fill, NULL);
}

void look_sign(struct pdf_page *page, enum sign sign, double size, double x, double y)
{
    double s = size * 0.78, top = y - s, mid = y - s / 2;
    const struct pdf_pen white = {.rgb = 0xFFFFFF, .width = size * 0.11};
    const struct pdf_pen ink = {.rgb = LOOK_INK, .width = size * 0.07};
    const struct pdf_pen strong = {.rgb = LOOK_INK, .width = size * 0.11};
    switch (sign) {
    case SIGN_NONE: break;
    case SIGN_OK: {
        struct pdf_point tick[] = {
            {x + s * 0.24, mid + s * 0.02}, {x + s * 0.43, mid + s * 0.22}, {x + s * 0.77, mid - s * 0.22}};
        pdf_circle(page, x + s / 2, mid, s / 2, LOOK_OK, NULL);
        pdf_polyline(page, tick, 3, &white);
        break;
    }
    case SIGN_WARN: {
        struct pdf_point t[] = {{x, y}, {x + s, y}, {x + s / 2, top}};
        pdf_polygon(page, t, 3, LOOK_WARN, &ink);
        pdf_line(page, x + s / 2, top + s * 0.36, x + s / 2, y - s * 0.32, &strong);
        pdf_line(page, x + s / 2, y - s * 0.21, x + s / 2, y - s * 0.1, &strong);
        break;
    }
    case SIGN_STOP: {
        double c = s * 0.29;
        struct pdf_point o[] = {{x + c, top},   {x + s - c, top}, {x + s, top + c}, {x + s, y - c},
                                {x + s - c, y}, {x + c, y},       {x, y - c},       {x, top + c}};
        pdf_polygon(page, o, 8, LOOK_STOP, NULL);
        pdf_line(page, x + s * 0.22, mid, x + s * 0.78, mid, &white);
        break;
    }
    case SIGN_SUPPRESSED: {
        pdf_circle(page, x + s / 2, mid, s / 2 - size * 0.04, PDF_NONE,
                   &(struct pdf_pen){.rgb = LOOK_QUIET, .width = size * 0.07});
        pdf_line(page, x + s * 0.3, mid, x + s * 0.7, mid,
                 &(struct pdf_pen){.rgb = LOOK_QUIET, .width = size * 0.08});
        break;
    }
    case SIGN_MEASURED: square(page, x, y, s * 0.86, LOOK_MEASURED); break;
    case SIGN_CHOSEN: {
        double h = s * 0.47;
        struct pdf_point d[] = {{x + h, mid - h}, {x + 2 * h, mid}, {x + h, mid + h}, {x, mid}};
        pdf_polygon(page, d, 4, LOOK_CHOSEN, NULL);
        break;
    }
    case SIGN_DERIVED: pdf_circle(page, x + s * 0.43, mid, s * 0.43, LOOK_DERIVED, NULL); break;
    case SIGN_ASSUMED: {
        double a = s * 0.86;
        const struct pdf_pen pen = {.rgb = LOOK_ASSUMED, .width = size * 0.09};
        pdf_hatch(page, x, y - a, a, a, size * 0.24, &pen);
        pdf_rect(page, x + pen.width / 2, y - a + pen.width / 2, a - pen.width, a - pen.width, PDF_NONE, &pen);
        break;
    }
    case SIGN_BULLET: pdf_circle(page, x + s * 0.35, y - size * 0.26, size * 0.12, LOOK_INK, NULL); break;
    }
}
