"""What stands on a control desk: the mixing desk, monitors, speakers, keyboard, mouse and the live switcher."""
from math import pi
from random import Random

from mathutils import Euler, Vector

from materials import brushed_metal, coated_metal, plastic, rubber, walnut
from parts import Prop, cloth, glow, screen, surface

PITCH = 0.030  # one channel strip, as on a mid-sized broadcast desk
FADER = [(-0.012, 0), (-0.0125, 0.006), (-0.009, 0.0115), (-0.004, 0.0085), (0, 0.0078), (0.004, 0.0085), (0.009, 0.0115), (0.0125, 0.006), (0.012, 0)]
LEVELS = (0, 0.16, 0.31, 0.45, 0.58, 0.7, 0.81, 0.9, 1)
LEVEL_NAMES = ('10', '5', '0', '5', '10', '20', '30', '40', '60')


def black():
    return coated_metal((0.014, 0.0135, 0.013), 0.42)


def steel():
    return brushed_metal()


def print_white():
    return surface('screen print', '#e2ded2', 0.7, vary=0.05)


def knob(prop, at, turn, colour, size=1.0):
    """A pot: fluted skirt, matt cap, one white line."""
    r = 0.0066 * size
    flutes = [(r * 1.12, 0), (r * 1.12, 0.002), (r * 1.0, 0.0035), (r * 0.93, 0.0115), (r * 0.86, 0.0128), (0, 0.0128)]
    prop.turn(flutes, at, colour, rotation=(0, 0, turn), steps=24)
    x, y, z = at
    skirt, cap = (prop.box(size, (x, y, z + up), print_white(), 0, (0, 0, turn)) for size, up in (((0.0013, 0.0007, 0.008), 0.0075), ((0.0013, r * 0.95, 0.0006), 0.0129)))
    for mark, out in ((skirt, 0.97), (cap, 0.42)):
        mark.delta_location = Euler((0, 0, turn)).to_matrix() @ Vector((0, r * out, 0))


def _fader(desk, x, travel, cap, y0=0.025, length=0.112):
    desk.box((0.0032, length + 0.014, 0.0006), (x, y0 + length / 2, 0.0002), surface('slot', '#000000', 0.95), 0.0002)
    desk.box((0.0075, length + 0.024, 0.0004), (x, y0 + length / 2, 0.0), surface('fader plate', '#0b0b0c', 0.35, 0.5), 0.0001)
    ticks = []
    for level in LEVELS:
        y = y0 + length * (1 - level)
        wide = 0.0042 if level == LEVELS[2] else 0.003
        ticks += [(x - 0.0072, y, wide, 0.0005), (x + 0.0072, y, wide, 0.0005)]
    desk.tiles(ticks, (0, 0, 0.00035), print_white())
    for level, words in zip(LEVELS, LEVEL_NAMES):
        desk.text(words, 0.0026, (x - 0.0118, y0 + length * (1 - level), 0.0004), print_white())
    y = y0 + length * travel
    desk.box((0.0018, 0.006, 0.006), (x, y, 0.003), steel(), 0.0003)
    desk.extrude(FADER, 0.0115, (x, y, 0.0052), cap)
    desk.box((0.0108, 0.0016, 0.0008), (x, y, 0.0133), print_white(), 0.0002)


def _button(desk, at, legend, colour=None, strength=3.0, size=(0.010, 0.0075)):
    lit = glow(f'button {colour}', colour, strength) if colour else surface('button', '#2a2825', 0.45, vary=0.08)
    x, y, z = at
    desk.box((size[0] + 0.0022, size[1] + 0.0022, 0.001), (x, y, z), plastic(), 0.0004)
    desk.box((*size, 0.004), (x, y, z + 0.0018), lit, 0.0009)
    if legend:
        desk.text(legend, 0.0021, (x, y + size[1] / 2 + 0.0033, z + 0.0005), print_white())


def _meter(desk, x, level, base, up):
    """A ladder of twelve LEDs on the bridge: green, amber from the eighth, two red."""
    names = {0: ('#58d13c', '#0c2218'), 7: ('#ffb02e', '#2a1c06'), 10: ('#ff3b30', '#2b0806')}
    for i in range(12):
        on, off = names[max(k for k in names if k <= i)]
        material = glow(f'led {on}', on, 3.2) if i < level else surface(f'led {off}', off, 0.3)
        desk.box((0.0068, 0.0042, 0.002), (x, base[0] + up[0] * (i + 1), base[1] + up[1] * (i + 1)), material, 0.0006, (1.0, 0, 0))


def mixing_desk(channels=24, seed=4):
    """A console on a slope, its near edge at y = 0: faders, buttons, pots, meter bridge, oak cheeks. About 0.47 deep."""
    desk, rng = Prop('mixing desk'), Random(seed)
    width = channels * PITCH
    desk.box((width + 0.008, 0.42, 0.03), (0, 0.21, -0.0152), black(), 0.003)
    desk.box((width + 0.008, 0.03, 0.034), (0, -0.008, -0.0165), surface('arm rest', '#120e0b', 0.5, vary=0.08, scale=180, bump=0.5), 0.012, segments=5)
    # The bridge leans towards the engineer; one slope is enough for the eye.
    desk.box((width + 0.008, 0.012, 0.125), (0, 0.452, 0.045), black(), 0.003, (-0.57, 0, 0))
    desk.box((width + 0.008, 0.09, 0.028), (0, 0.50, 0.078), black(), 0.004)
    outline = [(-0.03, -0.055), (0.56, -0.055), (0.56, 0.098), (0.45, 0.104), (0.405, 0.03), (0.39, 0.016), (-0.02, 0.016), (-0.032, 0.004)]
    for side in (-1, 1):
        desk.extrude(outline, 0.024, (side * (width / 2 + 0.016), 0, 0), walnut('y', 0.34, 1.3), bevel=0.004)
    grey, amber, oxide, ivory = (surface(f'knob {c}', c, 0.55, vary=0.08, scale=200, bump=0.06) for c in ('#26272a', '#8a5413', '#6d1f14', '#8d867a'))
    cap = surface('fader cap', '#2b2b2d', 0.4, vary=0.1, scale=150, bump=0.05)
    master = surface('fader cap red', '#7c1b12', 0.4, vary=0.1, scale=150, bump=0.05)
    rows = ((0.190, grey, 'PAN', 1.0), (0.216, ivory, 'AUX 2', 1.0), (0.240, ivory, 'AUX 1', 1.0), (0.268, amber, 'LF', 1.0),
            (0.292, amber, 'MF', 1.0), (0.316, amber, 'HF', 1.0), (0.346, grey, 'COMP', 1.0), (0.376, oxide, 'GAIN', 1.05))
    for channel in range(channels):
        x = (channel - (channels - 1) / 2) * PITCH
        busy = rng.random()
        last = channel >= channels - 2
        _fader(desk, x, rng.uniform(0.6, 0.74) if busy > 0.35 else rng.uniform(0.0, 0.55), master if last else cap)
        desk.tiles([(x + PITCH / 2, 0.2, 0.0005, 0.38)], (0, 0, 0.00032), surface('screen print faint', '#4b4842', 0.7))
        for y, colour, legend, size in rows:
            turn = rng.choice((0, 0, rng.uniform(-2.2, 2.2), rng.uniform(-1, 1)))
            knob(desk, (x, y, 0), turn, colour, size)
            desk.text(legend, 0.0021, (x, y - 0.0105, 0.0004), print_white())
            arc = [(x + dx, y + dy, 0.0009, 0.0009) for dx, dy in ((-0.0085, -0.005), (-0.0098, 0.001), (-0.0068, 0.0068), (0, 0.0098), (0.0068, 0.0068), (0.0098, 0.001), (0.0085, -0.005))]
            desk.tiles(arc, (0, 0, 0.00035), print_white())
        _button(desk, (x - 0.0068, 0.158, 0), 'MUTE', '#ff3b30' if busy < 0.22 else None)
        _button(desk, (x + 0.0068, 0.158, 0), 'SOLO', '#ffb02e' if busy > 0.93 else None)
        _button(desk, (x - 0.0068, 0.1745, 0), '', None, size=(0.010, 0.005))
        _button(desk, (x + 0.0068, 0.1745, 0), '', '#58d13c' if busy > 0.3 else None, 1.0, (0.010, 0.005))
        _meter(desk, x, 0 if busy < 0.22 else min(12, rng.randint(4, 13)), (0.4205, 0.0095), (0.0042, 0.00655))
        desk.text(str(channel + 1), 0.0032, (x, 0.0135, 0.0004), print_white())
    tape = surface('tape', '#b9b09c', 0.85, vary=0.08, scale=30, bump=0.2, tint=0.2)
    desk.box((PITCH * 8.1, 0.0125, 0.0004), (PITCH * 0.6 - width / 6, 0.0012, 0.0008), tape, 0.0001, (0, 0, 0.004))
    return desk


def speaker(height=0.32):
    """A two-way near-field monitor, its front facing -y, standing on z = 0."""
    box, (w, d) = Prop('speaker'), (height * 0.62, height * 0.74)
    cabinet = surface('cabinet', '#131312', 0.55, vary=0.1, scale=50, bump=0.35)
    shell = box.box((w, d, height), (0, d / 2, height / 2), cabinet, 0.009, segments=4)
    front = {'axis': 'Y', 'steps': 72}
    r, z = w * 0.38, height * 0.36
    # Profiles turn about y: a positive height points away from the listener, so the surround bulges on the negative side.
    ring = surface('driver frame', '#26272a', 0.35, 0.8, vary=0.1)
    box.turn([(r * 1.16, 0.001), (r * 1.16, -0.004), (r * 1.08, -0.006), (r * 1.02, -0.004), (r * 1.0, 0.002)], (0, 0, z), ring, **front)
    bulge = [(r * 1.01, -0.001), (r * 0.97, -0.006), (r * 0.92, -0.008), (r * 0.87, -0.006), (r * 0.83, 0.001)]
    box.turn(bulge, (0, -0.0005, z), rubber(), **front)
    cone = cloth('#8a6420', 1500)
    box.turn([(r * 0.84, -0.0005), (r * 0.6, 0.010), (r * 0.38, 0.019), (r * 0.3, 0.021)], (0, -0.001, z), cone, **front)
    box.turn([(r * 0.33, 0.019), (r * 0.3, 0.013), (r * 0.2, 0.009), (r * 0.1, 0.0068), (0, 0.006)], (0, -0.002, z), surface('dust cap', '#191817', 0.35), **front)
    # The cone and the tweeter sink into the baffle, so it needs holes.
    for radius, up in ((r * 1.01, z), (w * 0.2 * 1.3, height * 0.77)):
        drill = box.rod(radius, 0.09, (0, 0.02, up), cabinet, 'Y', bevel=0)
        drill.hide_render = True
        cut = shell.modifiers.new('driver', 'BOOLEAN')
        cut.object, cut.operation, cut.solver = drill, 'DIFFERENCE', 'FAST'
    t, high = w * 0.2, height * 0.77
    box.turn([(t * 1.75, 0.001), (t * 1.75, -0.003), (t * 1.6, -0.005), (t * 1.1, 0.0), (t * 0.75, 0.003)], (0, -0.004, high), plastic(), **front)
    box.turn([(t * 0.8, 0), (t * 0.66, -0.006), (t * 0.4, -0.0115), (0, -0.0145)], (0, -0.004, high), surface('dome', '#8a6418', 0.3, 0.4, vary=0.1), **front)
    for dx in (-1, 1):
        for dz in (-1, 1):
            box.rod(0.003, 0.003, (dx * r * 0.8, -0.0065, z + dz * r * 0.8), steel(), 'Y', steps=16)
    box.box((w * 0.42, 0.004, 0.014), (0, -0.0005, height * 0.065), surface('port', '#020202', 0.9), 0.005)
    box.rod(0.0022, 0.003, (w * 0.38, -0.0015, height * 0.07), glow('power', '#ffb02e', 6), 'Y', steps=16)
    return box


def monitor(image, width=0.62, strength=1.0, aspect=16 / 9):
    """A thin-bezel display on a stand, foot on z = 0, facing -y."""
    display, height = Prop('monitor'), width / aspect
    centre = 0.14 + height / 2
    display.box((width + 0.018, 0.022, height + 0.022), (0, 0.0135, centre), plastic(), 0.004)
    display.box((width * 0.5, 0.03, height * 0.5), (0, 0.035, centre), plastic(), 0.012)
    screen(display, image, width, (0, 0.0022, centre), strength=strength, aspect=aspect)
    dark = surface('stand', '#1c1c1d', 0.35, 0.7, vary=0.1)
    display.box((0.055, 0.012, centre), (0, 0.06, centre / 2), dark, 0.004)
    display.box((0.26, 0.20, 0.008), (0, 0.045, 0.004), dark, 0.003)
    return display


def keyboard():
    """A full set of low keys with worn tops, front edge at y = 0."""
    board = Prop('keyboard')
    board.box((0.435, 0.128, 0.010), (0, 0.064, 0.006), surface('keyboard case', '#232325', 0.35, 0.8, vary=0.08), 0.004, (0.03, 0, 0))
    key, accent = surface('key', '#111112', 0.5, vary=0.14, scale=90, bump=0.08), surface('key accent', '#5e2a10', 0.5, vary=0.1)
    legend = surface('key legend', '#77736b', 0.7)
    layout = ([1] * 14 + [1] * 6, [1] * 13 + [1.6] + [1] * 6, [1.6] + [1] * 12 + [1] + [1] * 6, [1.9] + [1] * 11 + [1.7] + [1] * 6, [2.2] + [1] * 10 + [2.4] + [1] * 6, [1.3, 1.2, 1.3, 6, 1.3, 1.2, 1.2, 1.1] + [1] * 6)
    for row, keys in enumerate(reversed(layout)):
        unit = 0.420 / sum(keys)
        x, y = -0.21, 0.014 + row * 0.0198
        for index, wide in enumerate(keys):
            w = wide * unit
            z = 0.0125 + y * 0.03
            colour = accent if (row, index) in ((5, 0), (3, 17), (0, 3)) else key
            board.box((w - 0.0026, 0.0172, 0.006), (x + w / 2, y, z), colour, 0.0016, (0.03, 0, 0))
            if wide < 1.2:
                board.tiles([(0, 0.003, 0.0026, 0.0026)], (x + w / 2 - 0.0035, y, z + 0.00325), legend, (0.03, 0, 0))
            x += w
    return board


def mouse():
    """A plain mouse and its cable."""
    body = Prop('mouse')
    body.cushion((0.062, 0.105, 0.034), (0, 0, 0.016), plastic(), puff=0.5, crown=4)
    body.rod(0.009, 0.006, (0, 0.026, 0.030), rubber(), 'X')
    body.cable([(0, 0.052, 0.008), (0.01, 0.10, 0.003), (-0.05, 0.16, 0.003), (-0.02, 0.26, 0.003)], 0.0018, rubber())
    return body


def switcher(seed=2):
    """A live production switcher: two rows of lit source buttons, a transition lever, keyers, knobs. 0.44 × 0.25."""
    panel, rng = Prop('switcher'), Random(seed)
    panel.box((0.46, 0.27, 0.03), (0, 0.135, 0.012), surface('switcher case', '#202124', 0.42, 0.6, vary=0.1, scale=35, bump=0.12), 0.006, (0.09, 0, 0))
    face = Prop('switcher face')
    face.place((0, 0, 0.0165), tilt=0.09 * 180 / pi, under=panel)
    dim = surface('button off', '#4a4640', 0.4, vary=0.06)

    def cap(x, y, material, size=0.0165):
        face.box((size + 0.003, size + 0.003, 0.004), (x, y, 0.0015), plastic(), 0.001)
        face.box((size, size, 0.009), (x, y, 0.004), material, 0.0022)

    for row, (y, lit, colour) in enumerate(((0.045, 4, '#58d13c'), (0.079, 2, '#ff3b30'))):
        for i in range(10):
            cap(-0.19 + i * 0.0235, y, glow(f'key {colour}', colour, 4.5) if i == lit else glow('key idle', '#ffd9a0', 0.4))
            face.text(str(i + 1) if row == 0 else f'CAM {i + 1}' if i < 6 else f'AUX {i - 5}', 0.0028, (-0.19 + i * 0.0235, y + 0.0145, 0.0008), print_white())
        face.text(('PREVIEW', 'PROGRAM')[row], 0.0032, (-0.2005, y - 0.0135, 0.0008), print_white(), align='LEFT')
    for row in range(2):
        for i in range(6):
            cap(-0.19 + i * 0.0235, 0.135 + row * 0.034, glow('key amber', '#ffb02e', 3.0) if (row, i) in ((0, 1), (1, 4)) else dim, 0.015)
    for i in range(4):
        knob(face, (-0.03 + i * 0.026, 0.205, 0.001), rng.uniform(-2, 2), surface('knob #26272a', '#26272a', 0.55), 1.25)
        cap(-0.03 + i * 0.026, 0.168, glow('key idle', '#ffd9a0', 0.4), 0.014)
        cap(-0.03 + i * 0.026, 0.135, glow('key auto', '#ff3b30', 3.0) if i == 3 else dim, 0.014)
    face.box((0.016, 0.105, 0.001), (0.162, 0.108, 0.001), surface('slot', '#000000', 0.95), 0.0005)
    for side in (-1, 1):
        face.box((0.003, 0.006, 0.045), (0.162 + side * 0.016, 0.115, 0.022), steel(), 0.001)
    face.rod(0.0085, 0.052, (0.162, 0.115, 0.046), surface('lever', '#151516', 0.4, vary=0.1), 'X', bevel=0.004)
    marks = [(0.136, 0.06 + i * 0.0095, 0.005 if i % 5 else 0.009, 0.0006) for i in range(11)]
    face.tiles(marks, (0, 0, 0.0008), print_white())
    cap(0.118, 0.045, glow('key idle', '#ffd9a0', 0.4))
    cap(0.118, 0.079, glow('key auto', '#ff3b30', 3.0))
    face.text('CUT', 0.003, (0.118, 0.0595, 0.0008), print_white())
    face.text('AUTO', 0.003, (0.118, 0.0935, 0.0008), print_white())
    return panel
