"""What films: the cinema camera on its fluid head, the softbox, the fresnel and their stands."""
from math import cos, pi, sin

import bpy

from materials import plastic, rubber
from parts import Prop, glow, linear, screen, surface
from props_desk import print_white, steel


def magnesium():
    return surface('magnesium', '#131314', 0.5, 0.5, vary=0.12, scale=60, bump=0.22)


def anodised():
    return surface('anodised', '#0e0e10', 0.32, 0.85, vary=0.1, scale=50)


def gear(prop, radius, at, width, material, teeth=90):
    """A toothed focus ring about the y axis."""
    prop.rod(radius, width, at, material, 'Y', steps=96)
    x, y, z = at
    for i in range(teeth):
        angle = 2 * pi * i / teeth
        prop.box((0.0017, width * 0.92, 0.0022), (x + (radius + 0.0006) * sin(angle), y, z + (radius + 0.0006) * cos(angle)), material, 0.0003, (0, angle, 0), segments=1)


def coated_glass():
    """A front element: near black, with the violet and amber sheen of its coating."""
    if 'coated' in bpy.data.materials:
        return bpy.data.materials['coated']
    material = surface('front element', '#050308', 0.04, vary=0.01, spec=0.9, coat=1.0)
    material.name = 'coated'
    nodes, link = material.node_tree.nodes, material.node_tree.links.new
    facing, ramp = nodes.new('ShaderNodeLayerWeight'), nodes.new('ShaderNodeValToRGB')
    for element, at, colour in zip(ramp.color_ramp.elements, (0.05, 0.85), ('#08040f', '#2a0f1c')):
        element.position, element.color = at, linear(colour)
    link(facing.outputs['Facing'], ramp.inputs['Fac'])
    link(ramp.outputs['Color'], nodes['Principled BSDF'].inputs['Base Color'])
    return material


def lens(prop, z, front=-0.02):
    """A prime lens about y, its mount at y = 0 and its glass towards -y."""
    dark, metal = anodised(), steel()
    at = (0, front, z)
    barrel = [(0.028, 0), (0.036, -0.006), (0.036, -0.014), (0.041, -0.018), (0.043, -0.030), (0.043, -0.052), (0.0455, -0.056), (0.0455, -0.082),
              (0.0445, -0.084), (0.0455, -0.086), (0.0455, -0.104), (0.0475, -0.110), (0.0475, -0.136), (0.0455, -0.1375), (0.0445, -0.136)]
    prop.turn(barrel, at, dark, 'Y', steps=96)
    prop.turn([(0.0375, 0.002), (0.0375, -0.006), (0.034, -0.0075)], at, metal, 'Y', steps=96)
    prop.turn([(0.0447, -0.136), (0.041, -0.126), (0.039, -0.120), (0.0365, -0.112)], at, surface('inner barrel', '#060606', 0.6), 'Y', steps=96)
    prop.turn([(0.039, -0.117), (0.030, -0.1225), (0.018, -0.1262), (0, -0.1277)], at, coated_glass(), 'Y', steps=96)
    gear(prop, 0.0455, (0, front - 0.069, z), 0.013, dark, 96)
    gear(prop, 0.0455, (0, front - 0.096, z), 0.009, dark, 96)
    prop.turn([(0.0458, -0.0545), (0.0458, -0.0552)], at, surface('lens band', '#b46a12', 0.35), 'Y', steps=96)
    for i in range(18):
        angle = 2 * pi * i / 18
        long = 0.005 if i % 3 == 0 else 0.003
        prop.box((0.0009, long, 0.0004), (0.0432 * sin(angle), front - 0.046, z + 0.0432 * cos(angle)), print_white(), 0, (0, angle, 0))


def matte_box(prop, y, z):
    """The hood in front of the lens: frame, top flag raised on its hinge."""
    dark = surface('hood', '#0c0c0d', 0.55, 0.2, vary=0.1, scale=80, bump=0.15)
    w, h = 0.152, 0.118
    for size, at in (((w, 0.028, 0.011), (0, y, z + h / 2)), ((w, 0.028, 0.011), (0, y, z - h / 2)), ((0.011, 0.028, h), (w / 2, y, z)), ((0.011, 0.028, h), (-w / 2, y, z))):
        prop.box(size, at, dark, 0.002)
    prop.turn([(0.075, 0.012), (0.075, 0.004), (0.048, 0.004), (0.048, 0.012)], (0, y, z), dark, 'Y')
    prop.box((w * 1.18, 0.11, 0.0025), (0, y - 0.066, z + h / 2 + 0.021), dark, 0.001, (-0.3, 0, 0))
    for side in (-1, 1):
        prop.rod(0.006, 0.012, (side * (w / 2 + 0.008), y, z + h / 2), steel(), 'X')


def cinema_camera(image=None, strength=1.6):
    """A cinema camera built up for a shoot, lens towards -y, its base plate on z = 0. About 0.62 long."""
    rig, body, dark, metal = Prop('camera'), magnesium(), anodised(), steel()
    z = 0.118  # the optical axis
    rig.box((0.132, 0.19, 0.128), (0, 0.105, z), body, 0.007, segments=4)
    rig.box((0.118, 0.03, 0.112), (0, 0.0, z), body, 0.006, segments=4)
    rig.turn([(0.050, 0.006), (0.050, -0.010), (0.040, -0.013)], (0, -0.012, z), metal, 'Y', steps=96)
    for side in (-1, 1):
        for i in range(9):
            rig.box((0.003, 0.078, 0.0032), (side * 0.0655, 0.118, z - 0.036 + i * 0.0078), surface('slot', '#000000', 0.95), 0.0008)
    # Operator's side (-x): a small status display and its buttons.
    rig.box((0.004, 0.062, 0.036), (-0.0668, 0.05, z + 0.032), plastic(), 0.001)
    rig.box((0.001, 0.052, 0.026), (-0.0692, 0.05, z + 0.032), glow('status', '#ffb866', 0.5), 0.0003)
    for i in range(6):
        rig.box((0.004, 0.010, 0.007), (-0.067, 0.028 + (i % 3) * 0.020, z + 0.004 - (i // 3) * 0.013), rubber(), 0.0015)
    rig.rod(0.010, 0.010, (-0.070, 0.165, z + 0.035), dark, 'X', bevel=0.002)
    rig.rod(0.0055, 0.004, (-0.068, 0.198, z + 0.05), glow('tally', '#ff2a1f', 14), 'X')
    rig.rod(0.006, 0.006, (0.035, -0.016, z + 0.054), glow('tally', '#ff2a1f', 14), 'Y')
    # Top plate and handle with its row of threads.
    rig.box((0.112, 0.17, 0.012), (0, 0.10, z + 0.070), dark, 0.002)
    for i in range(7):
        for side in (-1, 1):
            rig.rod(0.0035, 0.002, (side * 0.042, 0.035 + i * 0.0215, z + 0.0762), surface('slot', '#000000', 0.95), steps=20, bevel=0)
    for y in (0.0, 0.155):
        rig.box((0.026, 0.020, 0.062), (0, y, z + 0.104), dark, 0.004)
    rig.box((0.030, 0.24, 0.026), (0, 0.075, z + 0.142), surface('grip', '#121212', 0.7, vary=0.1, scale=160, bump=0.5), 0.011, segments=5)
    rig.box((0.022, 0.05, 0.010), (0, -0.06, z + 0.142), dark, 0.002)
    # Battery, plate and its lamps.
    rig.box((0.094, 0.014, 0.118), (0, 0.206, z), dark, 0.003)
    rig.box((0.086, 0.056, 0.124), (0, 0.240, z), surface('battery', '#1a1a1c', 0.6, vary=0.1, scale=120, bump=0.3), 0.008, segments=4)
    for i in range(4):
        rig.rod(0.002, 0.002, (-0.018 + i * 0.012, 0.2685, z + 0.045), glow('charge', '#39d98a', 5) if i < 3 else plastic(), 'Y', steps=16)
    # Base plate, rods, follow focus, hood.
    rig.box((0.098, 0.20, 0.020), (0, 0.09, 0.036), dark, 0.003)
    rig.box((0.072, 0.30, 0.014), (0, 0.07, 0.019), surface('dovetail', '#2a2b2d', 0.34, 0.9, vary=0.12, stretch=(20, 1, 20)), 0.002)
    for side in (-1, 1):
        rig.rod(0.0075, 0.40, (side * 0.030, -0.03, 0.050), metal, 'Y')
    rig.box((0.092, 0.022, 0.026), (0, -0.040, 0.050), dark, 0.003)
    lens(rig, z)
    rig.box((0.030, 0.026, 0.050), (0.030, -0.089, 0.070), dark, 0.003)
    rig.rod(0.020, 0.012, (0.048, -0.089, 0.104), dark, 'Y')
    rig.rod(0.013, 0.05, (0.060, -0.089, 0.078), dark, 'X')
    rig.rod(0.029, 0.016, (0.091, -0.089, 0.078), rubber(), 'X', bevel=0.003)
    rig.rod(0.0245, 0.003, (0.100, -0.089, 0.078), surface('focus disc', '#5c5850', 0.55, vary=0.08, tint=0.3), 'X')
    rig.rod(0.012, 0.006, (0.101, -0.089, 0.078), dark, 'X', bevel=0.002)
    for i in range(24):
        angle = 2 * pi * i / 24
        rig.box((0.0006, 0.0008, 0.005 if i % 4 == 0 else 0.003), (0.1017, -0.089 + 0.0205 * sin(angle), 0.078 + 0.0205 * cos(angle)), surface('slot', '#000000', 0.95), 0, (-angle, 0, 0))
    matte_box(rig, -0.182, z)
    rig.box((0.10, 0.018, 0.022), (0, -0.182, 0.052), dark, 0.003)
    # The monitor on its arm, turned to the operator's side.
    rig.rod(0.006, 0.03, (0, -0.06, z + 0.162), metal)
    rig.rod(0.0105, 0.018, (0, -0.06, z + 0.178), dark, 'X', bevel=0.002)
    view = Prop('on-camera monitor')
    view.box((0.186, 0.024, 0.118), (0, 0, 0), plastic(), 0.006)
    view.box((0.172, 0.002, 0.104), (0, 0.0118, 0), surface('bezel', '#030303', 0.2), 0.001)
    view.box((0.092, 0.010, 0.084), (0, -0.014, 0), dark, 0.003)
    view.box((0.070, 0.024, 0.100), (0, -0.028, 0.004), surface('battery', '#1a1a1c', 0.6, vary=0.1, scale=120, bump=0.3), 0.006, segments=4)
    view.box((0.044, 0.001, 0.030), (0, -0.0402, 0.020), surface('label', '#8d877b', 0.6), 0.0002)
    for i in range(7):
        for side in (-1, 1):
            view.box((0.022, 0.002, 0.0026), (side * 0.070, -0.0122, -0.024 + i * 0.0075), surface('slot', '#000000', 0.95), 0.0006)
    for x in (-0.084, 0.084):
        for up in (-0.050, 0.050):
            view.rod(0.0028, 0.002, (x, -0.0123, up), metal, 'Y', steps=16)
    if image:
        screen(view, image, 0.158, (0, 0.0134, 0), (pi / 2, 0, pi), strength)
    view.place((0, -0.06, z + 0.250), turn=0)
    view.root.parent = rig.root
    # Cables: monitor feed with its connectors, power.
    lead = surface('lead', '#0b0b0b', 0.5, vary=0.08)
    rig.rod(0.007, 0.022, (0.020, 0.190 + 0.018, z + 0.066), metal, 'Y')
    rig.cable([(0.020, 0.215, z + 0.066), (0.022, 0.27, z + 0.075), (0.075, 0.26, z + 0.15), (0.085, 0.12, z + 0.19), (0.10, 0.01, z + 0.20), (0.088, -0.03, z + 0.235), (0.07, -0.058, z + 0.235)], 0.0028, lead)
    rig.cable([(-0.03, 0.21, z - 0.04), (-0.06, 0.26, z - 0.05), (-0.10, 0.20, z - 0.10), (-0.09, 0.02, z - 0.085), (-0.06, -0.06, z - 0.05), (-0.044, -0.09, z - 0.03)], 0.0024, lead)
    rig.cable([(0.05, 0.205, z - 0.02), (0.09, 0.25, z - 0.04), (0.10, 0.20, z - 0.2), (0.06, 0.16, z - 0.5), (0.05, 0.12, z - 1.0)], 0.0034, lead)
    rig.view = view
    return rig


def tripod(height=1.2, spread=0.55):
    """A fluid head on a two-stage tripod; the camera's plate goes on z = `height`."""
    legs, dark, metal = Prop('tripod'), anodised(), steel()
    top = height - 0.145
    legs.rod(0.058, 0.03, (0, 0, top + 0.012), dark, bevel=0.006)
    legs.turn([(0.05, 0), (0.045, 0.03), (0.052, 0.045), (0.052, 0.075), (0, 0.075)], (0, 0, top + 0.02), magnesium())
    legs.box((0.085, 0.12, 0.03), (0, 0, height - 0.022), dark, 0.005)
    legs.box((0.070, 0.16, 0.024), (0, 0, height + 0.002), magnesium(), 0.003)
    legs.rod(0.043, 0.13, (0, 0, height - 0.058), magnesium(), 'X', bevel=0.008)
    for side in (-1, 1):
        legs.rod(0.034, 0.020, (side * 0.073, 0, height - 0.058), dark, 'X', bevel=0.004)
        for i in range(10):
            legs.box((0.001, 0.001, 0.006), (side * 0.0835, 0.028 * sin(i * 0.63), height - 0.058 + 0.028 * cos(i * 0.63)), print_white(), 0, (-i * 0.63, 0, 0))
    legs.beam((0.085, 0.03, height - 0.06), (0.13, 0.42, height - 0.17), 0.0075, dark)
    legs.beam((0.118, 0.32, height - 0.142), (0.132, 0.44, height - 0.176), 0.0145, rubber())
    for i in range(3):
        angle = 2 * pi * i / 3 + pi / 6
        out = (cos(angle), sin(angle))
        foot = (out[0] * spread, out[1] * spread, 0.02)
        hip = (out[0] * 0.06, out[1] * 0.06, top)
        across = (-out[1] * 0.022, out[0] * 0.022)
        knee = tuple(h + (f - h) * 0.52 for h, f in zip(hip, foot))
        for side in (-1, 1):
            legs.beam((hip[0] + side * across[0], hip[1] + side * across[1], hip[2]), (knee[0] + side * across[0], knee[1] + side * across[1], knee[2]), 0.0095, dark)
        legs.beam(tuple(h + (f - h) * 0.35 for h, f in zip(hip, foot)), foot, 0.0115, surface('carbon', '#141415', 0.3, 0.2, coat=0.5, vary=0.08))
        legs.box((0.06, 0.06, 0.05), knee, dark, 0.008, (0, 0, angle))
        legs.box((0.05, 0.05, 0.07), hip, dark, 0.01, (0, 0, angle))
        legs.rod(0.013, 0.02, (knee[0] + out[0] * 0.035, knee[1] + out[1] * 0.035, knee[2]), metal, rotation=(pi / 2, 0, angle + pi / 2))
        legs.rod(0.028, 0.03, foot, rubber(), bevel=0.008)
    return legs
