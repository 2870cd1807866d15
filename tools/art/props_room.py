"""The room: walls that swallow sound, the table, the lit sign, lamps, chairs, and what people leave on a table."""
import math
import random
import subprocess

import bpy
from mathutils import Vector

from materials import (CHARCOAL, ON_AIR, TUNGSTEN, Surface, brushed_metal, carpet, ceramic, coated_metal, emissive, fabric, felt, foam, glass, leather, paper, plaster, walnut)
from shapes import UP, add, bar, box, cable, copy, cylinder, group, lathe, mesh, pill, rod, rounded_box, sweep


def floor(material=None, size=12, z=0.0):
    return mesh('floor', [(-size, -size, z), (size, -size, z), (size, size, z), (-size, size, z)], [(0, 1, 2, 3)], material or carpet())


def wall(width, height, location, rotation_z=0, material=None):
    """A bare wall whose foot stands at `location`, facing -y before it is turned."""
    x, z = Vector(location), height / 2
    return box((width, 0.1, height), (x.x, x.y, x.z + z), material or plaster(), (0, 0, rotation_z), bevel=0.001)


def slat_wall(width, height, location, rotation_z=0, pitch=0.043, tone=0.8):
    """Walnut slats on black felt, the acoustic panelling of a good room. Foot of the middle at `location`, facing -y."""
    parts = [box((width, 0.012, height), (0, 0.02, height / 2), felt(), bevel=0)]
    count = int(width / pitch)
    first = box((pitch * 0.63, 0.022, height), (0, 0, height / 2), walnut('z', 0.42, tone), bevel=0.0016)
    first.location.x = -width / 2 + pitch / 2
    parts.append(first)
    for i in range(1, count):
        parts.append(copy(first, (-width / 2 + pitch * (i + 0.5), 0, height / 2)))
    return group(parts, location, (0, 0, rotation_z), name='slat wall')


def wedge_tile(size=0.3, depth=0.05, wedges=6, material=None):
    """One tile of wedge foam, facing -y, its ridges running along x."""
    vertices, faces, rows, columns = [], [], wedges * 8, 6
    rng = random.Random(4)
    for r in range(rows + 1):
        phase = (r / 8) % 1
        ridge = 1 - abs(phase * 2 - 1)
        # Cut foam has soft crests and valleys, and never two the same.
        ridge = 0.5 - 0.5 * math.cos(math.pi * ridge) * 0.35 - 0.65 * (0.5 - ridge)
        for c in range(columns + 1):
            vertices.append(((c / columns - 0.5) * size, -0.012 - depth * ridge + rng.uniform(-0.0012, 0.0012), (r / rows - 0.5) * size))
    n = columns + 1
    faces += [(r * n + c, r * n + c + 1, (r + 1) * n + c + 1, (r + 1) * n + c) for r in range(rows) for c in range(columns)]
    base = len(vertices)
    rim = [c for c in range(n)] + [r * n + columns for r in range(1, rows + 1)] + [rows * n + c for c in range(columns - 1, -1, -1)] + [r * n for r in range(rows - 1, 0, -1)]
    vertices += [(vertices[i][0], 0, vertices[i][2]) for i in rim]
    faces += [(rim[(i + 1) % len(rim)], rim[i], base + i, base + (i + 1) % len(rim)) for i in range(len(rim))]
    return mesh('wedge foam', vertices, faces, material or foam((0.026, 0.024, 0.023), 620.0), angle=50)


def foam_wall(columns, rows, location, rotation_z=0, size=0.3, depth=0.05, material=None):
    """Wedge-foam tiles, every second one turned. The foot of the middle at `location`, facing -y."""
    first, parts, rng = wedge_tile(size, depth, material=material), [], random.Random(7)
    for c in range(columns):
        for r in range(rows):
            at = ((c - (columns - 1) / 2) * size * 1.004, rng.uniform(0, 0.004), (r + 0.5) * size * 1.004)
            turn = (0, 90 if (c + r) % 2 else 0, rng.uniform(-0.4, 0.4))
            if c + r == 0:
                first.location = at
                parts.append(first)
            else:
                parts.append(copy(first, at, turn))
    return group(parts, location, (0, 0, rotation_z), name='foam wall')


def fabric_panel(width, height, location, rotation_z=0, colour=(0.045, 0.036, 0.03), depth=0.05):
    """An acoustic panel stretched with cloth, its middle at `location`."""
    return box((width, depth, height), location, fabric(colour, 420.0), (0, 0, rotation_z), bevel=0.012, segments=4)


def table(width=1.8, depth=0.9, height=0.74, location=(0, 0, 0), rotation_z=0, boards=5, thickness=0.038, legs=True, tone=1.0):
    """A walnut table of glued boards on a black steel frame; returns its group. The top's upper face lies at `height`."""
    parts, board = [], depth / boards
    for i in range(boards):
        y = -depth / 2 + board * (i + 0.5)
        parts.append(box((width, board - 0.0004, thickness), (0, y, height - thickness / 2), walnut('x', 0.34, tone), bevel=0.0009 if 0 < i < boards - 1 else 0.0022))
    if legs:
        steel = coated_metal(CHARCOAL, 0.45)
        for sx in (-1, 1):
            for sy in (-1, 1):
                parts.append(box((0.05, 0.05, height - thickness), (sx * (width / 2 - 0.12), sy * (depth / 2 - 0.09), (height - thickness) / 2), steel))
            parts.append(box((0.05, depth - 0.18, 0.05), (sx * (width / 2 - 0.12), 0, height - thickness - 0.025), steel))
    return group(parts, location, (0, 0, rotation_z), name='table')


def round_table(radius=0.7, height=0.74, location=(0, 0, 0), thickness=0.04, tone=1.0):
    at = Vector(location)
    t = thickness
    top = lathe([(0, -t), (radius - 0.02, -t), (radius - 0.003, -t * 0.45), (radius, -t * 0.2), (radius - 0.001, -0.004), (radius - 0.005, 0), (0, 0)],
                walnut('x', 0.34, tone), at + UP * height, segments=160, name='round top', angle=25)
    steel = coated_metal(CHARCOAL, 0.45)
    lathe([(0, 0), (0.32, 0), (0.325, 0.006), (0.31, 0.014), (0.06, 0.03), (0.05, 0.06), (0.05, height - t - 0.04), (0.12, height - t), (0, height - t)], steel, at, name='pedestal')
    return top


def typeface(family='Liberation Sans Narrow:bold'):
    """A font of the system by its name; Blender's own when there is none."""
    try:
        return bpy.data.fonts.load(subprocess.run(['fc-match', '-f', '%{file}', family], capture_output=True, text=True, check=True).stdout)
    except (OSError, RuntimeError, subprocess.CalledProcessError):
        return None


def lettering(body, size, material, location=(0, 0, 0), rotation=(90, 0, 0), depth=0.002, family='Liberation Sans Narrow:bold', spacing=1.0):
    """Real letters, centred, standing up and facing -y."""
    data = bpy.data.curves.new('letters', 'FONT')
    data.body, data.size, data.extrude, data.space_character = body, size, depth, spacing
    data.align_x, data.align_y = 'CENTER', 'CENTER'
    data.bevel_depth, data.bevel_resolution = min(0.0006, depth / 3), 2
    font = typeface(family)
    if font:
        data.font = font
    data.materials.append(material)
    return add(data, 'letters', location, rotation)


def lit_face(strength):
    """The red pane of the sign: brightest over its tubes, falling off to the rim, a little dust on it."""
    s = Surface('sign pane', **{'Base Color': (0.09, 0.004, 0.003), 'Roughness': 0.22})
    split = s.node('SeparateXYZ', {'Vector': s.object})
    across = s.math('POWER', s.math('ABSOLUTE', s.math('DIVIDE', split.outputs[0], 0.20)), 4.0)
    upward = s.math('POWER', s.math('ABSOLUTE', s.math('DIVIDE', split.outputs[2], 0.082)), 2.0)
    fall = s.math('SUBTRACT', 1.0, s.math('MULTIPLY', s.math('ADD', across, upward), 0.62))
    dust = s.ramp(s.noise(30, 5), (0.3, 0.8), (0.7, 1.0))
    level = s.math('MULTIPLY', s.math('MAXIMUM', fall, 0.1), strength)
    return s.principled(Emission=s.mix(1.0, (1.0, 0.018, 0.008), dust, 'MULTIPLY'), Emission_Strength=level)


def on_air_sign(location, rotation=(0, 0, 0), scale=1.0, power=1.0, glow=True, hanging=False):
    """The studio's lamp: a steel housing, a red pane, lit letters, and the red it throws. Faces -y, 40 × 16 cm at scale 1."""
    coat, w, h, d = coated_metal((0.014, 0.013, 0.013), 0.5), 0.40, 0.16, 0.075
    parts = [box((w, d * 0.8, h), (0, d * 0.1, 0), coat, bevel=0.006, segments=4)]
    for size, at in (((w, 0.02, 0.014), (0, -d * 0.34, h / 2 - 0.007)), ((w, 0.02, 0.014), (0, -d * 0.34, -h / 2 + 0.007)),
                     ((0.014, 0.02, h), (w / 2 - 0.007, -d * 0.34, 0)), ((0.014, 0.02, h), (-w / 2 + 0.007, -d * 0.34, 0))):
        parts.append(box(size, at, coat, bevel=0.0035))
    parts.append(box((w - 0.02, 0.004, h - 0.02), (0, -d * 0.31, 0), lit_face(0.24 * power), bevel=0.0005))
    parts.append(lettering('ON AIR', 0.118, emissive((1.0, 0.36, 0.25), 4.5 * power), (0, -d * 0.31 - 0.003, 0.001), depth=0.001, spacing=1.06))
    for sx in (-1, 1):
        for sz in (-1, 1):
            parts.append(cylinder(0.0034, 0.003, (sx * (w / 2 - 0.007), -d * 0.48, sz * (h / 2 - 0.007)), brushed_metal((0.3, 0.28, 0.26), 0.35), (90, 0, 0)))
    if hanging:
        for sx in (-0.13, 0.13):
            parts.append(rod((sx, 0, h / 2), (sx, 0, h / 2 + 0.5), 0.004, coat))
    if glow:
        light = bpy.data.lights.new('on air', 'AREA')
        light.shape, light.size, light.size_y, light.energy, light.color = 'RECTANGLE', w * scale, h * scale, 5.0 * power * scale * scale, ON_AIR
        lamp = add(light, 'on air', (0, -d * 0.62, 0), (90, 0, 0))
        lamp.visible_camera = False
        parts.append(lamp)
    return group(parts, location, rotation, scale, name='on air sign')


def shade_lamp(location, height=1.45, radius=0.17, strength=1.5, energy=9):
    """A floor or table lamp with a linen shade: the warm practical in the back of a picture. `height` is to the middle of the shade."""
    at, brass = Vector(location), brushed_metal((0.55, 0.38, 0.18), 0.3)
    s = Surface('linen shade', **{'Base Color': (0.5, 0.36, 0.22), 'Roughness': 0.9})
    threads = s.ramp(s.noise(1, 3, s.mapped((40, 40, 900))), (0.3, 0.72), (0.7, 1.0))
    middle = s.node('SeparateXYZ', {'Vector': s.object}).outputs[2]
    falloff = s.ramp(s.math('ABSOLUTE', s.math('DIVIDE', middle, 0.16)), (0.0, 1.0), (1.0, 0.35))
    linen = s.principled(Emission=s.mix(1.0, s.mix(1.0, (1.0, 0.52, 0.20), threads, 'MULTIPLY'), falloff, 'MULTIPLY'), Emission_Strength=strength)
    lathe([(radius, -0.13), (radius * 0.84, 0.13), (radius * 0.84 - 0.003, 0.13), (radius - 0.003, -0.13), (radius, -0.13)], linen, at + UP * height, name='shade')
    rod(at + UP * 0.01, at + UP * (height + 0.1), 0.0075, brass)
    lathe([(0, 0), (radius * 0.75, 0), (radius * 0.76, 0.005), (radius * 0.7, 0.016), (0.02, 0.022), (0, 0.022)], brass, at, name='lamp foot')
    lathe([(0, 0.05), (0.022, 0.042), (0.032, 0.02), (0.032, 0.0), (0.02, -0.025), (0.014, -0.05), (0, -0.05)], emissive((1.0, 0.62, 0.28), 14.0), at + UP * height, segments=32, name='bulb')
    bulb = bpy.data.lights.new('bulb', 'POINT')
    bulb.energy, bulb.color, bulb.shadow_soft_size = energy, TUNGSTEN, 0.1
    lamp = add(bulb, 'bulb', at + UP * height)
    lamp.visible_camera = False
    return lamp


def pendant(location, drop=0.7, radius=0.16, strength=6.0):
    """A spun-metal shade on its flex: the light over a table. `location` is the middle of its rim."""
    at, coat = Vector(location), coated_metal((0.016, 0.015, 0.014), 0.4)
    lathe([(radius, 0), (radius * 0.98, 0.03), (radius * 0.8, 0.09), (radius * 0.4, 0.14), (0.03, 0.16), (0.024, 0.2), (0, 0.2)], coat, at, name='pendant')
    lathe([(radius - 0.003, 0.001), (radius * 0.96, 0.03), (radius * 0.78, 0.088), (radius * 0.38, 0.136), (0, 0.15)], brushed_metal((0.65, 0.45, 0.2), 0.4), at, name='pendant inside')
    cylinder(0.045, 0.004, at + UP * 0.06, emissive(TUNGSTEN, strength))
    cable([at + UP * 0.2, at + UP * (0.2 + drop)], 0.003, fabric((0.02, 0.018, 0.016), 2000.0))


def chair(location, rotation_z=0, colour=(0.03, 0.022, 0.017)):
    """A low-backed leather chair on a swivel base, facing -y."""
    skin, steel, parts = leather(colour), coated_metal(CHARCOAL, 0.35), []
    parts.append(rounded_box((0.52, 0.50, 0.10), 0.12, (0, 0, 0.45), skin, bevel=0.035))
    back = []
    for i in range(25):
        a = math.radians(-20 + 220 * i / 24)
        back.append((0.29 * math.cos(a), 0.27 * math.sin(a) + 0.02))
    for z, size, lean in ((0.57, 0.15, 0.0), (0.70, 0.15, 0.02)):
        parts.append(sweep([Vector((x * (1 + lean), y * (1 + lean * 2), z)) for x, y in back], lambda _t, s=size: pill(0.055, s), skin, side=(0, 0, 1), name='back', angle=60))
    parts.append(rod((0, 0, 0.08), (0, 0, 0.42), 0.025, steel))
    for i in range(5):
        a = math.radians(72 * i + 10)
        end = Vector((math.cos(a), math.sin(a), 0)) * 0.31
        parts.append(bar(Vector((0, 0, 0.10)), end + UP * 0.065, 0.035, 0.022, steel))
        parts.append(cylinder(0.027, 0.045, end + UP * 0.03, coated_metal((0.01, 0.01, 0.01), 0.5), (90, 0, math.degrees(a))))
    return group(parts, location, (0, 0, rotation_z), name='chair')


def mug(location, rotation_z=0, material=None):
    clay = material or ceramic()
    body = lathe([(0, 0.004), (0.036, 0.004), (0.038, 0.0), (0.0405, 0.003), (0.0415, 0.01), (0.0415, 0.088), (0.0405, 0.0905), (0.0385, 0.0905), (0.0378, 0.088), (0.0375, 0.012), (0, 0.010)], clay, name='mug')
    coffee = cylinder(0.0378, 0.002, (0, 0, 0.072), ceramic((0.008, 0.004, 0.002), 0.12))
    handle = cable([(0.040, 0, 0.074), (0.062, 0, 0.073), (0.070, 0, 0.048), (0.060, 0, 0.024), (0.040, 0, 0.020)], 0.0052, clay)
    return group([body, coffee, handle], location, (0, 0, rotation_z), name='mug')


def notebook(location, rotation_z=0, pen=True, size=(0.148, 0.210), open_page=False):
    cover, parts = leather((0.03, 0.017, 0.011)), []
    x, y = size
    if open_page:
        for sx in (-1, 1):
            parts.append(box((x, y, 0.003), (sx * x / 2, 0, 0.0015), cover, bevel=0.001))
            for i in range(4):
                parts.append(box((x - 0.006 - 0.001 * i, y - 0.006, 0.0013), (sx * (x / 2 - 0.001 * i), 0, 0.0038 + i * 0.0014), paper(), (0, sx * 0.5, 0), bevel=0.0004))
    else:
        parts.append(rounded_box((x, y, 0.002), 0.006, (0, 0, 0.0012), cover, bevel=0.0008))
        parts.append(box((x - 0.006, y - 0.006, 0.012), (0, 0, 0.008), paper(), bevel=0.0006))
        parts.append(rounded_box((x, y, 0.002), 0.006, (0, 0, 0.0148), cover, bevel=0.0008))
        parts.append(box((0.005, y + 0.001, 0.0006), (x / 2 - 0.02, 0, 0.0162), fabric((0.1, 0.012, 0.009), 2000.0), bevel=0))
    if pen:
        z = 0.0115 if open_page else 0.0205
        parts.append(rod((-0.03, -0.06, z), (0.025, 0.065, z), 0.0043, coated_metal((0.012, 0.012, 0.012), 0.25)))
        parts.append(rod((-0.0327, -0.066, z), (-0.03, -0.06, z), 0.0022, brushed_metal()))
        parts.append(rod((0.004, 0.022, z + 0.005), (0.024, 0.064, z + 0.005), 0.0009, brushed_metal()))
    return group(parts, location, (0, 0, rotation_z), name='notebook')


def tumbler(location, water=True):
    lathe([(0, 0.0), (0.030, 0.0), (0.033, 0.003), (0.037, 0.09), (0.0365, 0.0915), (0.0352, 0.09), (0.0315, 0.011), (0, 0.009)], glass(), location, name='tumbler')
    if water:
        lathe([(0, 0.0), (0.034, 0.0)], glass(0.01), Vector(location) + UP * 0.062, name='water')
