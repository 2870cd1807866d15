"""What a set is dressed with: softbox, fresnel and their stands, armchairs, rug, side table, cups."""
from math import cos, pi, sin

import bpy
from mathutils import Matrix

from materials import plastic, rubber, walnut
from parts import Prop, cloth, glow, linear, surface
from props_desk import steel
from props_video import anodised


def diffusion(strength, colour='#ffd3a0'):
    """A lit softbox front: hottest in the middle, falling off towards the rim as the cloth really does, and faintly woven."""
    material = bpy.data.materials.new('diffusion')
    material.use_nodes = True
    nodes, link = material.node_tree.nodes, material.node_tree.links.new
    shader, place, ball, ramp = nodes['Principled BSDF'], nodes.new('ShaderNodeTexCoord'), nodes.new('ShaderNodeTexGradient'), nodes.new('ShaderNodeMapRange')
    mapping, noise, product = nodes.new('ShaderNodeMapping'), nodes.new('ShaderNodeTexNoise'), nodes.new('ShaderNodeMath')
    shader.inputs['Base Color'].default_value = linear('#d8cfc0')
    shader.inputs['Roughness'].default_value = 0.9
    ball.gradient_type = 'SPHERICAL'
    mapping.inputs['Scale'].default_value = (1.15, 1.15, 1.15)
    noise.inputs['Scale'].default_value = 9
    link(place.outputs['Object'], mapping.inputs['Vector'])
    link(mapping.outputs['Vector'], ball.inputs['Vector'])
    link(place.outputs['Object'], noise.inputs['Vector'])
    for slot, value in zip(('From Min', 'From Max', 'To Min', 'To Max'), (0.45, 1.0, strength * 0.16, strength)):
        ramp.inputs[slot].default_value = value
    link(ball.outputs['Fac'], ramp.inputs['Value'])
    product.operation = 'MULTIPLY_ADD'
    link(noise.outputs['Fac'], product.inputs[0])
    product.inputs[1].default_value = strength * 0.12
    link(ramp.outputs['Result'], product.inputs[2])
    shader.inputs['Emission'].default_value = linear(colour)
    link(product.outputs['Value'], shader.inputs['Emission Strength'])
    return material


def softbox(radius=0.45, strength=5.0, sides=8, grid=True):
    """An octagonal softbox about y, its lit face at y = 0 looking towards -y, the lamp head behind it."""
    box = Prop('softbox')
    shell, hem, inside = cloth('#0c0c0c'), cloth('#101010'), surface('softbox rib', '#161616', 0.5)
    flat = (-pi / 2, 0, 0)
    face = box.turn([(0, 0), (radius * 0.5, 0.012), (radius * 0.985, 0.03)], (0, 0, 0), diffusion(strength), rotation=flat, steps=sides)
    face.data.use_auto_smooth = False
    # Lip in front of the cloth, then the cone of the shell narrowing to the ring.
    for profile in ([(radius * 1.0, -0.055), (radius * 1.012, -0.055), (radius * 1.012, 0.035), (radius * 0.99, 0.035), (radius * 1.0, -0.055)],
                    [(radius * 1.012, 0.03), (radius * 0.82, 0.16), (radius * 0.55, 0.28), (radius * 0.22, 0.385)]):
        box.turn(profile, (0, 0, 0), hem if len(profile) == 5 else shell, rotation=flat, steps=sides)
    for i in range(sides):
        a = 2 * pi * i / sides
        points = [(radius * k * cos(a), y, -radius * k * sin(a)) for k, y in ((1.015, 0.0), (1.015, 0.035), (0.83, 0.165), (0.56, 0.285), (0.22, 0.39))]
        box.cable(points, 0.005, inside)
    if grid:
        count, pitch = 8, radius * 2 / 8
        for i in range(-count // 2 + 1, count // 2):
            at = i * pitch
            half = min(radius * 0.985, (radius * 1.08 - abs(at)) * 1.32) * 0.985
            box.box((0.0022, 0.05, half * 2), (at, -0.024, 0), hem, 0.0004, segments=1)
            box.box((half * 2, 0.05, 0.0022), (0, -0.025, at), hem, 0.0004, segments=1)
    box.turn([(0.115, 0.375), (0.125, 0.38), (0.125, 0.405), (0.09, 0.41)], (0, 0, 0), anodised(), 'Y')
    box.box((0.13, 0.26, 0.15), (0, 0.53, 0), surface('lamp head', '#161617', 0.5, 0.3, vary=0.1, bump=0.2), 0.014, segments=4)
    for i in range(7):
        box.box((0.133, 0.006, 0.09), (0, 0.46 + i * 0.024, 0.012), surface('slot', '#000000', 0.95), 0.001)
    box.box((0.05, 0.002, 0.03), (0, 0.662, 0.02), glow('status', '#ffb866', 1.2), 0.002)
    for side in (-1, 1):
        box.box((0.008, 0.03, 0.20), (side * 0.073, 0.50, -0.075), steel(), 0.003)
        box.rod(0.022, 0.02, (side * 0.086, 0.50, 0.0), plastic(), 'X', bevel=0.004)
    box.box((0.155, 0.03, 0.008), (0, 0.50, -0.175), steel(), 0.003)
    box.rod(0.016, 0.07, (0, 0.50, -0.205), anodised())
    return box


def fresnel(strength=9.0, radius=0.088):
    """A tungsten fresnel with four barn doors about y, its lens at y = 0 looking towards -y."""
    lamp, body = Prop('fresnel'), surface('fresnel body', '#1b1a19', 0.42, 0.5, vary=0.14, scale=30, bump=0.25, tint=0.4)
    lamp.box((radius * 2.5, 0.24, radius * 2.6), (0, 0.15, 0), body, 0.022, segments=5)
    for i in range(8):
        lamp.box((radius * 2.54, 0.008, radius * 1.3), (0, 0.07 + i * 0.022, 0.02), surface('slot', '#000000', 0.95), 0.002)
        lamp.box((radius * 1.6, 0.010, 0.012), (0, 0.06 + i * 0.022, radius * 1.32), body, 0.003)
    lamp.turn([(radius * 1.12, 0.03), (radius * 1.12, -0.02), (radius * 1.02, -0.022), (radius * 1.0, 0.0)], (0, 0, 0), body, 'Y', steps=96)
    steps = [(0, -0.014)]
    for i in range(1, 15):
        r = radius * i / 15
        steps += [(r - 0.0008, -0.014 + 0.0026), (r, -0.014 - 0.001)]
    steps.append((radius, -0.010))
    lamp.turn(steps, (0, 0.006, 0), diffusion(strength, '#ffc98a'), 'Y', steps=96)
    w, reach = radius * 1.9, 0.15
    for i, (open_by, long) in enumerate(((0.5, reach), (0.75, reach), (0.45, reach), (0.7, reach))):
        a = pi / 2 * i
        flag = lamp.box((w, 0.002, long), (0, 0, 0), body, 0.0006)
        mid = (radius * 1.14 + sin(open_by) * long / 2, -0.022 - cos(open_by) * long / 2)
        flag.location = (mid[0] * sin(a), mid[1], mid[0] * cos(a))
        flag.rotation_euler = (Matrix.Rotation(a, 3, 'Y') @ Matrix.Rotation(pi / 2 - open_by, 3, 'X')).to_euler()
    for side in (-1, 1):
        lamp.box((0.006, 0.03, radius * 3.6), (side * radius * 1.42, 0.15, -radius * 0.75), steel(), 0.002)
        lamp.rod(0.02, 0.03, (side * radius * 1.52, 0.15, 0), plastic(), 'X', bevel=0.005)
    lamp.box((radius * 2.86, 0.03, 0.006), (0, 0.15, -radius * 2.54), steel(), 0.002)
    lamp.rod(0.014, 0.06, (0, 0.15, -radius * 2.54 - 0.03), steel())
    lamp.cable([(0, 0.27, -0.06), (0, 0.34, -0.12), (0.03, 0.30, -0.5), (0.05, 0.2, -0.9), (0.1, 0.2, -1.4)], 0.005, rubber())
    return lamp


def stand(height, spread=0.5):
    """A light stand with three risers and tripod feet."""
    legs, chrome = Prop('stand'), steel()
    for r, low, high in ((0.0175, 0.12, 0.42 * height + 0.12), (0.0145, 0.4 * height, 0.74 * height), (0.0115, 0.72 * height, height)):
        legs.beam((0, 0, low), (0, 0, high), r, chrome if r > 0.012 else anodised())
    for z in (0.42 * height + 0.12, 0.74 * height):
        legs.rod(0.024, 0.055, (0, 0, z), plastic(), bevel=0.004)
        legs.rod(0.013, 0.05, (0.035, 0, z), plastic(), 'X', bevel=0.004)
    for i in range(3):
        a = 2 * pi * i / 3 + 0.4
        legs.beam((0.02 * cos(a), 0.02 * sin(a), 0.55), (spread * cos(a), spread * sin(a), 0.02), 0.010, chrome)
        legs.beam((0.02 * cos(a), 0.02 * sin(a), 0.16), (spread * 0.52 * cos(a), spread * 0.52 * sin(a), 0.27), 0.007, chrome)
        legs.rod(0.016, 0.03, (spread * cos(a), spread * sin(a), 0.016), rubber(), bevel=0.005)
    legs.rod(0.034, 0.06, (0, 0, 0.55), plastic(), bevel=0.006)
    legs.rod(0.034, 0.05, (0, 0, 0.16), plastic(), bevel=0.006)
    return legs


def armchair(colour='#3a2015'):
    """A low, deep club chair in wool, its front towards -y: shell, loose seat and back cushions, turned feet. 0.78 wide."""
    chair, wool, feet = Prop('armchair'), cloth(colour, 420), walnut('z', 0.4, 0.6)
    chair.cushion((0.60, 0.64, 0.19), (0, -0.02, 0.36), wool, puff=0.30)
    chair.cushion((0.58, 0.20, 0.50), (0, 0.26, 0.62), wool, (-0.24, 0, 0), puff=0.12, crown=2)
    chair.cushion((0.76, 0.70, 0.16), (0, 0.02, 0.245), wool, puff=0.05, crown=1)
    chair.cushion((0.80, 0.15, 0.66), (0, 0.365, 0.53), wool, (-0.2, 0, 0), puff=0.06, crown=2)
    for side in (-1, 1):
        chair.cushion((0.115, 0.68, 0.36), (side * 0.365, 0.0, 0.425), wool, (0.05, 0, 0), puff=0.08, crown=2)
        seam = [(side * 0.312, -0.325, 0.30), (side * 0.312, -0.335, 0.58), (side * 0.315, -0.30, 0.606), (side * 0.315, 0.25, 0.635)]
        chair.cable(seam, 0.004, wool)
        for y in (-0.25, 0.32):
            chair.turn([(0, 0), (0.014, 0), (0.016, 0.01), (0.024, 0.17), (0.03, 0.18), (0, 0.18)], (side * 0.31, y, 0), feet, steps=32)
    edge = [(-0.285, -0.30, 0.375), (-0.27, -0.338, 0.375), (0, -0.342, 0.375), (0.27, -0.338, 0.375), (0.285, -0.30, 0.375)]
    chair.cable(edge, 0.0045, wool)
    return chair


def rug(width, depth, colour='#4a1d12'):
    """A thick woven rug with a border and a little fringe."""
    mat, pile = Prop('rug'), cloth(colour, 260)
    mat.box((width, depth, 0.014), (0, 0, 0.007), pile, 0.006)
    line = cloth('#8d7a58')
    for inset in (0.09, 0.13):
        w, d = width - inset * 2, depth - inset * 2
        mat.tiles([(0, d / 2, w, 0.014), (0, -d / 2, w, 0.014), (w / 2, 0, 0.014, d), (-w / 2, 0, 0.014, d)], (0, 0, 0.0146), line)
    return mat


def side_table(radius=0.22, height=0.46):
    """A round oak top on a black stem."""
    table = Prop('side table')
    table.rod(radius, 0.026, (0, 0, height - 0.013), walnut('x', 0.3), bevel=0.008, steps=96)
    table.rod(0.018, height - 0.03, (0, 0, height / 2), anodised())
    table.turn([(0, 0), (radius * 0.72, 0), (radius * 0.72, 0.006), (0.04, 0.016), (0.02, 0.03), (0, 0.03)], (0, 0, 0), anodised(), steps=96)
    return table


def cup(colour='#d9d2c2', coffee=True, saucer=True):
    """A thick kopitiam cup on its saucer, with two printed lines."""
    set_, clay, line = Prop('cup'), surface(f'ceramic {colour}', colour, 0.16, vary=0.06, coat=0.6, scale=12), surface('glaze line', '#2f5a3a', 0.2, coat=0.5)
    up = 0.012 if saucer else 0
    outside = [(0, 0), (0.021, 0), (0.023, 0.004), (0.022, 0.007), (0.033, 0.022), (0.040, 0.046), (0.042, 0.066)]
    inside = [(0.0415, 0.0685), (0.0395, 0.0685), (0.0375, 0.064), (0.035, 0.045), (0.028, 0.022), (0.018, 0.011), (0, 0.009)]
    set_.turn(outside + inside, (0, 0, up), clay, steps=96)
    for z, r in ((0.054, 0.0412), (0.058, 0.0416)):
        set_.turn([(r, z - 0.0008), (r + 0.0003, z), (r, z + 0.0008)], (0, 0, up), line, steps=96)
    if coffee:
        set_.turn([(0, 0.056), (0.0368, 0.056), (0.0372, 0.0566)], (0, 0, up), surface('coffee', '#120703', 0.06, vary=0.02, spec=0.6), steps=96)
    set_.cable([(0.036, 0, up + 0.056), (0.062, 0, up + 0.062), (0.066, 0, up + 0.036), (0.050, 0, up + 0.018), (0.031, 0, up + 0.024)], 0.0048, clay)
    if saucer:
        set_.turn([(0, 0), (0.04, 0), (0.042, 0.003), (0.068, 0.012), (0.074, 0.0165), (0.073, 0.018), (0.066, 0.0145), (0.04, 0.007), (0.03, 0.0085), (0, 0.0085)], (0, 0, 0), clay, steps=96)
        set_.turn([(0.0705, 0.0175), (0.0715, 0.0182), (0.0725, 0.0179)], (0, 0, 0), line, steps=96)
    return set_
