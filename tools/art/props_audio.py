"""Microphones, the arms and stands that carry them, headphones. Sizes are those of the real things, in metres."""
import math

from mathutils import Matrix, Vector

from materials import (CHARCOAL, GRAPHITE, brushed_metal, coated_metal, fabric, foam, leather, plastic, rubber, woven_grille)
from shapes import UP, bar, box, cable, coil, cylinder, group, knurled, lathe, pill, rod, sweep


def aimed(location, aim, up=UP):
    """The frame at `location` whose x looks along `aim` and whose z is as upright as that allows."""
    x = Vector(aim).normalized()
    y = Vector(up).cross(x).normalized()
    z = x.cross(y)
    frame = Matrix((x, y, z)).transposed().to_4x4()
    return Matrix.Translation(location) @ frame


def arc(centre, radius, start, end, steps, plane='yz', stretch=1.0):
    points = []
    for i in range(steps + 1):
        a = math.radians(start + (end - start) * i / steps)
        c, s = radius * math.cos(a), radius * stretch * math.sin(a)
        points.append(Vector(centre) + (Vector((0, c, s)) if plane == 'yz' else Vector((c, 0, s))))
    return points


def xlr_plug(material, length=0.062):
    """Along -x from the origin: barrel, strain relief."""
    profile = [(0.0, 0), (0.0088, 0), (0.0095, 0.001), (0.0095, 0.028), (0.0088, 0.030), (0.0088, 0.044), (0.0074, 0.047), (0.006, length), (0.0034, length + 0.012), (0, length + 0.012)]
    return lathe(profile, material, rotation=(0, -90, 0), segments=40, name='xlr')


def broadcast_mic(location, aim=(0, -1, 0), hang=False, windscreen=True, tint=CHARCOAL):
    """A broadcast dynamic microphone in its yoke: address end towards `aim`, carried from below, or from above with `hang`.

    Returns (group, point where the arm ends)."""
    coat, steel, dark = coated_metal(tint, 0.46), brushed_metal((0.36, 0.34, 0.32), 0.34), coated_metal(GRAPHITE, 0.36)
    parts = []
    r = 0.0315
    # Body, from the tail (-x) to the collar of the windscreen.
    body = [(0, -0.083), (0.021, -0.083), (0.0255, -0.0815), (0.0275, -0.078), (0.028, -0.060), (0.0285, -0.058), (r - 0.001, -0.056), (r, -0.054),
            (r, -0.021), (r - 0.0016, -0.0195), (r - 0.0016, -0.0175), (r, -0.016), (r, 0.028), (r - 0.0012, 0.030), (r - 0.0035, 0.031), (r - 0.0035, 0.036), (0, 0.036)]
    parts.append(lathe(body, coat, rotation=(0, 90, 0), name='mic body', angle=28))
    parts.append(lathe([(r + 0.0002, -0.0530), (r + 0.0007, -0.0525), (r + 0.0007, -0.0505), (r + 0.0002, -0.05)], steel, rotation=(0, 90, 0), name='ring'))
    if windscreen:
        w = 0.0405
        head = [(0.030, 0.026), (0.036, 0.0265), (0.0392, 0.030), (w, 0.036)] + [(w + 0.0006 * math.sin(i), 0.036 + i * 0.0062) for i in range(1, 9)]
        head += [(w * math.cos(a) ** 0.75, 0.0865 + 0.024 * math.sin(a)) for a in (math.radians(d) for d in (8, 18, 30, 42, 54, 66, 76, 84, 89))] + [(0, 0.1106)]
        parts.append(lathe(head, foam((0.024, 0.0225, 0.021), 820.0), rotation=(0, 90, 0), segments=96, name='windscreen'))
    else:
        cage = [(r - 0.003, 0.032), (r - 0.001, 0.034), (r - 0.001, 0.078), (r - 0.004, 0.084), (0.012, 0.089), (0, 0.0895)]
        parts.append(lathe(cage, woven_grille((0.30, 0.28, 0.26), 90, 620.0), rotation=(0, 90, 0), name='cage'))
        parts.append(lathe([(0.024, 0.03), (0.024, 0.07), (0, 0.075)], foam((0.012, 0.012, 0.012)), rotation=(0, 90, 0), name='inner foam'))
    # The yoke is a flat bent strap about the body, closed away from the mount.
    ry, mount = 0.0415, 0.066
    half = [(0, ry, 0.012), (0, ry, 0.0), (0, ry, -0.016)] + arc((0, 0, -0.022), ry, 0, -90, 12)[1:]
    path = [Vector(p) for p in half] + [Vector((0, -p[1], p[2])) for p in [tuple(v) for v in half][-2::-1]]
    parts.append(sweep(path, lambda _t: pill(0.0034, 0.019), dark, side=(1, 0, 0), name='yoke'))
    for sign in (1, -1):
        parts.append(cylinder(0.0105, 0.0035, (0, sign * (ry + 0.003), 0), steel, (90, 0, 0)))
        parts.append(knurled(0.0098, 0.011, (0, sign * (ry + 0.0095), 0), coat, (90, 0, 0)))
        parts.append(cylinder(0.006, 0.010, (0, sign * (r + 0.004), 0), steel, (90, 0, 0)))
    parts.append(cylinder(0.0125, 0.012, (0, 0, -mount - 0.0035), dark, bevel=0.002))
    parts.append(cylinder(0.0095, 0.018, (0, 0, -mount - 0.017), steel, bevel=0.001))
    parts.append(knurled(0.0128, 0.008, (0, 0, -mount - 0.021), coat))
    parts.append(xlr_plug(dark))
    parts[-1].location = (-0.083, 0, 0)
    frame = aimed(location, aim)
    if hang:
        frame = frame @ Matrix.Rotation(math.pi, 4, 'X')
    holder = group(parts, matrix=frame, name='broadcast mic')
    return holder, frame @ Vector((0, 0, -mount - 0.026)), frame @ Vector((-0.155, 0, 0))


def boom_arm(base, tip, lower=0.40, upper=0.40, out=None, clamp=True, lead=None):
    """A sprung desk arm from the clamp at `base` (table top) to `tip`, the elbow up, its XLR lead tied along it.

    `lead` is where the lead starts at the microphone."""
    coat, steel, black = coated_metal(CHARCOAL, 0.4), brushed_metal((0.42, 0.40, 0.37), 0.3), rubber()
    base, tip = Vector(base), Vector(tip)
    foot = base + UP * 0.085
    span = tip - foot
    distance = min(span.length, (lower + upper) * 0.995)
    along = (distance ** 2 + lower ** 2 - upper ** 2) / (2 * distance)
    rise = math.sqrt(max(lower ** 2 - along ** 2, 0.0001))
    direction = span.normalized()
    lift = (UP - direction * UP.dot(direction)).normalized()
    if out is not None:
        lift = (lift + Vector(out)).normalized()
        lift = (lift - direction * lift.dot(direction)).normalized()
    elbow = foot + direction * along + lift * rise
    across = direction.cross(lift).normalized()
    parts = []
    for start, end in ((foot, elbow), (elbow, tip)):
        d = (end - start).normalized()
        a, b = start + d * 0.018, end - d * 0.018
        for sign in (1, -1):
            parts.append(rod(a + across * 0.0105 * sign, b + across * 0.0105 * sign, 0.0052, coat, 'arm tube'))
        side = d.cross(across).normalized()
        middle = (b - a)
        start_spring, end_spring = a + middle * 0.08 + side * 0.011, a + middle * 0.46 + side * 0.011
        parts.append(coil([start_spring, end_spring], 0.0011, 0.0052, 0.0031, steel, 'spring'))
        parts.append(rod(end_spring, a + middle * 0.8 + side * 0.004, 0.0012, steel, 'spring wire'))
    for joint, size in ((foot, 0.017), (elbow, 0.019), (tip - (tip - elbow).normalized() * 0.012, 0.014)):
        hub = rod(joint - across * 0.019, joint + across * 0.019, size, coat, 'joint', bevel=0.003)
        cap = rod(joint - across * 0.0215, joint + across * 0.0215, size * 0.55, steel, 'bolt', bevel=0.0015)
        parts += [hub, cap]
    parts.append(rod(tip - (tip - elbow).normalized() * 0.012, tip, 0.0078, steel, 'stud'))
    if clamp:
        parts.append(cylinder(0.016, 0.070, base + UP * 0.045, coat, bevel=0.003))
        parts.append(cylinder(0.0215, 0.014, base + UP * 0.016, coat, bevel=0.003))
        parts.append(box((0.052, 0.062, 0.009), base + UP * 0.0055, coat, bevel=0.002))
        parts.append(box((0.040, 0.010, 0.075), base + UP * -0.028 + Vector((0, 0.03, 0)), coat))
    if lead is not None:
        sag = UP * -0.03
        first, second = (tip - elbow), (elbow - foot)
        under = [tip - first * f + lift * -0.017 + across * 0.004 for f in (0.22, 0.5, 0.8)]
        down = [elbow - second * f + lift * 0.002 + across * 0.017 for f in (0.15, 0.5, 0.85)]
        path = [Vector(lead), Vector(lead) + (Vector(lead) - tip).normalized() * 0.03 + sag, (Vector(lead) + under[0]) / 2 + sag * 1.6] + under + down + [foot + across * 0.02 + UP * -0.05]
        parts.append(cable(path, 0.0031, black, 'xlr lead'))
        for at in under[1:] + down[1:2]:
            parts.append(rod(at - (first.normalized() * 0.007), at + first.normalized() * 0.007, 0.0058, fabric((0.014, 0.014, 0.014), 1500.0), 'strap'))
    return parts


def condenser_mic(location, aim=(0, -1, 0), hang=False):
    """A large-diaphragm condenser, upright, in a basket shock mount, its front (side address) towards `aim`.

    Returns (group, the end of the mount's stud)."""
    nickel, mesh, black = brushed_metal((0.50, 0.46, 0.41), 0.27), woven_grille((0.56, 0.52, 0.46), 66, 380.0, 0.6), coated_metal(CHARCOAL, 0.4)
    r, parts = 0.0275, []
    parts.append(lathe([(0, -0.112), (0.013, -0.112), (0.0135, -0.108), (0.0195, -0.1), (0.0250, -0.082), (r, -0.066), (r, 0.0), (r + 0.0012, 0.001), (r + 0.0012, 0.006), (r, 0.007)], nickel, name='mic body', angle=25))
    basket = [(r - 0.0004, 0.006), (r - 0.0004, 0.062), (r - 0.002, 0.069), (r - 0.007, 0.075), (0.012, 0.0795), (0, 0.081)]
    parts.append(lathe(basket, mesh, name='basket'))
    parts.append(lathe([(r - 0.0028, 0.006), (r - 0.0028, 0.06), (0.019, 0.072), (0, 0.076)], foam((0.012, 0.012, 0.012)), name='inner foam'))
    parts.append(sweep(arc((0, 0, 0.006), r - 0.0002, 0, 180, 24, 'xz', 2.72), lambda _t: pill(0.0022, 0.0055), nickel, side=(0, 1, 0), name='bow'))
    parts.append(cylinder(0.0165, 0.006, (0, 0, 0.040), brushed_metal((0.7, 0.5, 0.22), 0.25), (90, 0, 0)))
    parts.append(cylinder(0.005, 0.03, (0, 0, 0.020), black))
    parts.append(lathe([(r + 0.0003, -0.0122), (r + 0.0006, -0.012), (r + 0.0006, -0.0108), (r + 0.0003, -0.0106)], black, name='line'))
    ring, high, low = 0.048, -0.014, -0.066
    for z in (high, low):
        parts.append(lathe([(ring - 0.003, z - 0.0045), (ring, z - 0.005), (ring + 0.0022, z - 0.004), (ring + 0.0022, z + 0.004), (ring, z + 0.005), (ring - 0.003, z + 0.0045), (ring - 0.003, z - 0.0045)], black, name='mount ring'))
    for z in (high - 0.012, low + 0.012):
        parts.append(lathe([(r + 0.0005, z - 0.005), (r + 0.003, z - 0.005), (r + 0.003, z + 0.005), (r + 0.0005, z + 0.005)], black, name='clip ring'))
    for i in range(6):
        a, b = math.radians(60 * i), math.radians(60 * i + 30)
        outer, inner = Vector((math.cos(a), math.sin(a), 0)), Vector((math.cos(b), math.sin(b), 0))
        for z, z2 in ((high, high - 0.012), (low, low + 0.012)):
            parts.append(rod(outer * (ring - 0.002) + UP * z, inner * (r + 0.002) + UP * z2, 0.0014, fabric((0.02, 0.018, 0.017), 2400.0), 'cord'))
            parts.append(rod(outer * (ring - 0.002) + UP * z, Vector((math.cos(b - 1.047), math.sin(b - 1.047), 0)) * (r + 0.002) + UP * z2, 0.0014, fabric((0.02, 0.018, 0.017), 2400.0), 'cord'))
    for a in (0.6, 2.2, 4.3):
        out = Vector((math.cos(a), math.sin(a), 0)) * (ring + 0.001)
        parts.append(rod(out + UP * (high + 0.004), out + UP * (low - 0.004), 0.0028, black, 'strut'))
    parts.append(box((0.016, 0.022, 0.03), (-ring - 0.01, 0, (high + low) / 2), black))
    parts.append(rod((-ring - 0.012, 0, (high + low) / 2 - 0.008), (-ring - 0.012, 0, low - 0.05), 0.008, brushed_metal(), 'stud'))
    parts.append(knurled(0.0115, 0.014, (-ring - 0.012, 0.016, (high + low) / 2), black, (90, 0, 0)))
    frame = aimed(location, Vector((aim[0], aim[1], 0)))
    if hang:
        frame = frame @ Matrix.Rotation(math.pi, 4, 'X')
    return group(parts, matrix=frame, name='condenser mic'), frame @ Vector((-ring - 0.012, 0, low - 0.05)), frame @ Vector((0, 0, -0.12))


def pop_filter(location, aim=(0, -1, 0), radius=0.075, neck=None):
    """A round nylon screen facing `aim`; `neck` is where its gooseneck starts."""
    black, parts = coated_metal(CHARCOAL, 0.4), []
    frame = aimed(location, aim)
    parts.append(lathe([(radius - 0.003, -0.004), (radius + 0.001, -0.0048), (radius + 0.0035, -0.003), (radius + 0.0035, 0.003), (radius + 0.001, 0.0048), (radius - 0.003, 0.004), (radius - 0.003, -0.004)], black, rotation=(0, 90, 0), name='hoop'))
    screen = woven_grille((0.05, 0.05, 0.05), 260, 800.0, 0.78)
    parts.append(lathe([(0, 0)] + [(radius * i / 10, 0.0) for i in range(1, 11)], screen, rotation=(0, 90, 0), name='screen', smooth=False))
    holder = group(parts, matrix=frame, name='pop filter')
    if neck is not None:
        start, end = Vector(neck), frame @ Vector((0, 0, -radius - 0.004))
        cable([start, start + Vector((0, 0, -0.05)) + (end - start) * 0.15, (start + end) / 2 + Vector((0, 0, -0.1)), end + Vector((0, 0, -0.03)), end], 0.0042, brushed_metal((0.2, 0.19, 0.18), 0.35), 'gooseneck')
    return holder


def headphones(location=(0, 0, 0), rotation=(0, 0, 0), spread=0.068, lead=None, scale=1.0):
    """Closed studio headphones, built upright: cups at x = ±spread about z = 0, the band over them. `lead`: world points of the coiled lead."""
    shell, pad, skin = plastic((0.02, 0.019, 0.018), 0.42), fabric((0.075, 0.07, 0.064), 1500.0, 0.8), leather((0.018, 0.015, 0.013))
    steel, parts = brushed_metal((0.45, 0.42, 0.38), 0.28), []
    top, wide = 0.132, spread + 0.012
    band = [Vector((wide * math.cos(t) * (1 + 0.10 * math.sin(t)), 0, 0.045 + top * math.sin(t))) for t in (math.radians(d) for d in range(0, 181, 4))]
    parts.append(sweep(band, lambda _t: pill(0.0026, 0.021), steel, name='band'))
    padded = [p for i, p in enumerate(band) if 5 <= i <= len(band) - 6]
    parts.append(sweep(padded, lambda t: pill(0.011 + 0.006 * math.sin(math.pi * t) ** 0.5, 0.030 + 0.004 * math.sin(math.pi * t)), skin, name='band pad', angle=60))
    stitch = [p for i, p in enumerate(padded) if 1 <= i < len(padded) - 1]
    for sign in (-1, 1):
        parts.append(cable([p + Vector((0, sign * 0.0135, 0)) + (p - Vector((0, 0, 0.045))).normalized() * 0.0075 for p in stitch[::4]], 0.0007, fabric((0.09, 0.08, 0.07), 4000.0), 'stitch'))
    for sign in (-1, 1):
        turn = (0, 90 * sign, 0)
        at = Vector((sign * spread, 0, 0))
        cup = []
        cup.append(lathe([(0, 0.026), (0.019, 0.026), (0.0205, 0.0252), (0.0215, 0.0245), (0.034, 0.0225), (0.0405, 0.0185), (0.0435, 0.012), (0.0445, 0.004), (0.0445, 0.0), (0.043, -0.001), (0, -0.001)], shell, name='cup', angle=24))
        cup.append(lathe([(0.0192, 0.0262), (0.0196, 0.0268), (0.0204, 0.0268), (0.0208, 0.0258)], steel, name='cup ring'))
        cushion = [(0.0305 + 0.0135 * math.cos(a), -0.0105 + 0.0118 * math.sin(a)) for a in (math.radians(d) for d in range(0, 361, 15))]
        cup.append(lathe(cushion, pad, name='cushion'))
        cup.append(lathe([(0, -0.004), (0.03, -0.004)], foam((0.012, 0.012, 0.012)), name='driver cloth'))
        for part in cup:
            part.scale = (1.12, 1.0, 1.0)
        parts.append(group(cup, at, turn, name='cup'))
        fork = [Vector((sign * (spread + 0.011), 0.0505 * math.cos(a), 0.0545 * math.sin(a))) for a in (math.radians(d) for d in range(0, 181, 6))]
        parts.append(sweep(fork, lambda _t: pill(0.0032, 0.0095), steel, side=(1, 0, 0), name='fork'))
        for y in (-0.0495, 0.0495):
            parts.append(cylinder(0.0045, 0.008, (sign * (spread + 0.011), y, 0), shell, (90, 0, 0)))
        parts.append(rod((sign * (spread + 0.011), 0, 0.052), (sign * (wide + 0.001), 0, 0.082), 0.0034, steel, 'slider'))
        parts.append(box((0.010, 0.026, 0.026), (sign * (wide + 0.0015), 0, 0.068), shell, bevel=0.003))
    parts.append(cylinder(0.0045, 0.02, (-spread - 0.006, 0, -0.054), rubber()))
    holder = group(parts, location, rotation, scale, name='headphones')
    if lead:
        coil(lead, 0.0021, 0.0058, 0.0047, rubber())
    return holder


def mic_stand(base, height, boom_to=None):
    """A round-base floor stand; with `boom_to`, a boom from its top to that point."""
    coat, steel = coated_metal(CHARCOAL, 0.42), brushed_metal((0.4, 0.38, 0.35), 0.3)
    base = Vector(base)
    lathe([(0, 0), (0.125, 0), (0.128, 0.004), (0.126, 0.012), (0.1, 0.018), (0.03, 0.022), (0.018, 0.04), (0, 0.04)], coat, base, name='stand base')
    rod(base + UP * 0.03, base + UP * (height * 0.6), 0.0105, coat)
    rod(base + UP * (height * 0.58), base + UP * height, 0.0075, steel)
    knurled(0.017, 0.05, base + UP * height * 0.6, rubber())
    if boom_to is not None:
        top, end = base + UP * height, Vector(boom_to)
        back = top - (end - top).normalized() * 0.22
        rod(back, end, 0.0072, steel)
        rod(back, back + (end - top).normalized() * 0.07, 0.02, coat)
        knurled(0.02, 0.024, top, coat, (90, 0, 0))


def desk_stand(base, stud):
    """A short weighted stand on a table, its stem running to the microphone's stud."""
    coat, steel, base, stud = coated_metal(CHARCOAL, 0.42), brushed_metal((0.4, 0.38, 0.35), 0.3), Vector(base), Vector(stud)
    lathe([(0, 0), (0.066, 0), (0.068, 0.003), (0.066, 0.010), (0.052, 0.014), (0.018, 0.017), (0.013, 0.026), (0, 0.026)], coat, base, name='stand foot')
    rod(base + UP * 0.02, stud, 0.0068, steel)
    knurled(0.0125, 0.024, base + UP * 0.04, coat)


__all__ = ['aimed', 'bar', 'boom_arm', 'broadcast_mic', 'condenser_mic', 'desk_stand', 'headphones', 'mic_stand', 'pop_filter', 'xlr_plug']
