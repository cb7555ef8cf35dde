"""Plots of time against size as SVG, both axes logarithmic, written by hand: one file, no dependencies."""
import html
import math

WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM = 680, 380, 62, 230, 38, 48
COLOURS = ("#2563a8", "#c2571a", "#2f8a4c", "#8a3fa0", "#a8892a", "#555555")


def ticks(low, high):
    """1, 2, 5 times powers of ten between low and high; powers of ten only where that is enough."""
    out = [m * 10.0 ** e for e in range(math.floor(math.log10(low)), math.ceil(math.log10(high)) + 1) for m in (1, 2, 5)]
    inside = [t for t in out if low * 0.999 <= t <= high * 1.001]
    tens = [t for t in inside if math.isclose(math.log10(t), round(math.log10(t)), abs_tol=1e-9)]
    return tens if len(tens) >= 3 else inside


def number(x):
    return f"{x:g}"


def exponent(points):
    """The slope of log(time) over log(size) by least squares, on the sizes from a tenth of the largest on."""
    large = [p for p in points if p[0] * 10 >= points[-1][0]]
    if len(large) < 2:
        return None
    xs, ys = [math.log(x) for x, _ in large], [math.log(y) for _, y in large]
    mx, my = sum(xs) / len(xs), sum(ys) / len(ys)
    return sum((x - mx) * (y - my) for x, y in zip(xs, ys)) / sum((x - mx) ** 2 for x in xs)


def svg(title, x_label, y_label, series):
    """`series`: name to points (size, value), ascending; every size and value above zero."""
    xs = [x for points in series.values() for x, _ in points]
    ys = [y for points in series.values() for _, y in points]
    x0, x1 = min(xs), max(xs)
    if x0 == x1:
        x0, x1 = x0 / 2, x1 * 2
    y0, y1 = min(ys) / 1.3, max(ys) * 1.3
    right, bottom = WIDTH - RIGHT, HEIGHT - BOTTOM

    def px(x):
        return LEFT + (math.log(x / x0) / math.log(x1 / x0)) * (right - LEFT)

    def py(y):
        return bottom - (math.log(y / y0) / math.log(y1 / y0)) * (bottom - TOP)

    out = [f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{HEIGHT}" viewBox="0 0 {WIDTH} {HEIGHT}" '
           'font-family="sans-serif" font-size="12" fill="#222">', f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#ffffff"/>',
           f'<text x="{LEFT}" y="22" font-size="15">{html.escape(title)}</text>']
    marks = sorted(set(xs)) if len(set(xs)) <= 6 else ticks(x0, x1)
    for x in marks:
        out.append(f'<path d="M{px(x):.1f} {TOP}V{bottom}" stroke="#e4e4e4"/>'
                   f'<text x="{px(x):.1f}" y="{bottom + 17}" text-anchor="middle">{number(x)}</text>')
    for y in ticks(y0, y1):
        out.append(f'<path d="M{LEFT} {py(y):.1f}H{right}" stroke="#e4e4e4"/>'
                   f'<text x="{LEFT - 7}" y="{py(y) + 4:.1f}" text-anchor="end">{number(y)}</text>')
    out.append(f'<path d="M{LEFT} {TOP}V{bottom}H{right}" stroke="#444" fill="none"/>')
    out.append(f'<text x="{(LEFT + right) / 2:.0f}" y="{HEIGHT - 10}" text-anchor="middle">{html.escape(x_label)}</text>')
    out.append(f'<text x="16" y="{(TOP + bottom) / 2:.0f}" text-anchor="middle" '
               f'transform="rotate(-90 16 {(TOP + bottom) / 2:.0f})">{html.escape(y_label)}</text>')
    for i, (name, points) in enumerate(series.items()):
        colour = COLOURS[i % len(COLOURS)]
        line = " ".join(f"{px(x):.1f},{py(y):.1f}" for x, y in points)
        out.append(f'<polyline points="{line}" fill="none" stroke="{colour}" stroke-width="1.8"/>')
        out += [f'<circle cx="{px(x):.1f}" cy="{py(y):.1f}" r="3" fill="{colour}"/>' for x, y in points]
        slope = exponent(points)
        said = name + (f", exponent {slope:.2f}" if slope is not None else "")
        top = TOP + 12 + 20 * i
        out.append(f'<path d="M{right + 12} {top - 4}h16" stroke="{colour}" stroke-width="2.5"/>'
                   f'<text x="{right + 33}" y="{top}" font-size="11">{html.escape(said)}</text>')
    return "\n".join(out) + "\n</svg>\n"
