"""The small parts every prop is built of: bevelled solids, turned profiles, cables, print and surfaces. Metres; +x right, +y away, +z up."""
import functools
import os
import subprocess
import tempfile
from math import cos, pi, sin

import bmesh
import bpy
from mathutils import Euler, Matrix, Vector

from materials import fabric

_meshes, _print = {}, {}


def linear(colour):
    """'#rrggbb' as the linear values Cycles works in."""
    values = [int(colour[i:i + 2], 16) / 255 for i in (1, 3, 5)]
    return tuple(v / 12.92 if v <= 0.04045 else ((v + 0.055) / 1.055) ** 2.4 for v in values) + (1,)


def surface(name, colour, rough=0.5, metal=0.0, vary=0.12, scale=60.0, bump=0.0, stretch=(1, 1, 1), sheen=0.0, coat=0.0, spec=0.5, tint=0.0):
    """A material that has been used: roughness (and, with `tint`, colour) wander over it, `bump` gives it a grain, `stretch` brushes it."""
    key = f'part {name}'
    if key in bpy.data.materials:
        return bpy.data.materials[key]
    material = bpy.data.materials.new(key)
    material.use_nodes = True
    nodes, link = material.node_tree.nodes, material.node_tree.links.new
    shader = nodes['Principled BSDF']
    shader.inputs['Base Color'].default_value = linear(colour)
    shader.inputs['Metallic'].default_value = metal
    shader.inputs['Specular'].default_value = spec
    shader.inputs['Sheen'].default_value = sheen
    shader.inputs['Clearcoat'].default_value = coat
    place, mapping = nodes.new('ShaderNodeTexCoord'), nodes.new('ShaderNodeMapping')
    mapping.inputs['Scale'].default_value = stretch
    link(place.outputs['Object'], mapping.inputs['Vector'])
    wear = nodes.new('ShaderNodeTexNoise')
    wear.inputs['Scale'].default_value, wear.inputs['Detail'].default_value = scale, 6
    link(mapping.outputs['Vector'], wear.inputs['Vector'])
    spread = nodes.new('ShaderNodeMapRange')
    for slot, value in zip(('From Min', 'From Max', 'To Min', 'To Max'), (0.3, 0.7, max(rough - vary, 0.03), min(rough + vary, 1))):
        spread.inputs[slot].default_value = value
    link(wear.outputs['Fac'], spread.inputs['Value'])
    link(spread.outputs['Result'], shader.inputs['Roughness'])
    if tint:
        mix = nodes.new('ShaderNodeMixRGB')
        mix.inputs['Color1'].default_value = linear(colour)
        mix.inputs['Color2'].default_value = tuple(v * (1 - tint) for v in linear(colour)[:3]) + (1,)
        link(wear.outputs['Fac'], mix.inputs['Fac'])
        link(mix.outputs['Color'], shader.inputs['Base Color'])
    if bump:
        grain, height = nodes.new('ShaderNodeTexNoise'), nodes.new('ShaderNodeBump')
        grain.inputs['Scale'].default_value, grain.inputs['Detail'].default_value = scale * 12, 3
        height.inputs['Strength'].default_value, height.inputs['Distance'].default_value = bump, 0.001
        link(mapping.outputs['Vector'], grain.inputs['Vector'])
        link(grain.outputs['Fac'], height.inputs['Height'])
        link(height.outputs['Normal'], shader.inputs['Normal'])
    return material


def cloth(colour, threads=700):
    """The studio's woven cloth in a colour written as '#rrggbb'."""
    return fabric(linear(colour)[:3], float(threads))


def glow(name, colour, strength):
    """A lamp, LED or lit legend."""
    key = f'glow {name} {strength}'
    if key in bpy.data.materials:
        return bpy.data.materials[key]
    material = bpy.data.materials.new(key)
    material.use_nodes = True
    shader = material.node_tree.nodes['Principled BSDF']
    shader.inputs['Base Color'].default_value = (0.01, 0.01, 0.01, 1)
    shader.inputs['Roughness'].default_value = 0.25
    shader.inputs['Emission'].default_value = linear(colour)
    shader.inputs['Emission Strength'].default_value = strength
    return material


def _mesh(key, make):
    if key not in _meshes:
        shape, mesh = bmesh.new(), bpy.data.meshes.new(str(key)[:60])
        make(shape)
        bmesh.ops.recalc_face_normals(shape, faces=shape.faces)
        shape.to_mesh(mesh)
        shape.free()
        mesh.polygons.foreach_set('use_smooth', [True] * len(mesh.polygons))
        mesh.use_auto_smooth, mesh.auto_smooth_angle = True, 0.6
        _meshes[key] = mesh
    return _meshes[key]


def _solid(size, bevel, segments):
    def make(shape):
        bmesh.ops.create_cube(shape, size=1, matrix=Matrix.Diagonal((*size, 1)))
        if bevel:
            bmesh.ops.bevel(shape, geom=shape.edges[:], offset=min(bevel, min(size) * 0.49), segments=segments, profile=0.5, affect='EDGES')
    return make


def _turned(profile, steps):
    def make(shape):
        rings = []
        for r, z in profile:
            points = 1 if r == 0 else steps
            rings.append([shape.verts.new((r * cos(2 * pi * i / steps), r * sin(2 * pi * i / steps), z)) for i in range(points)])
        for low, high in zip(rings, rings[1:]):
            for i in range(steps):
                quad = [low[i % len(low)], low[(i + 1) % len(low)], high[(i + 1) % len(high)], high[i % len(high)]]
                corners = list(dict.fromkeys(quad))
                if len(corners) > 2:
                    shape.faces.new(corners)
    return make


def _cushion(size, puff, crown):
    w, d, h = size

    def make(shape):
        bmesh.ops.create_cube(shape, size=2)
        bmesh.ops.subdivide_edges(shape, edges=shape.edges[:], cuts=14, use_grid_fill=True)
        for vertex in shape.verts:
            x, y, z = vertex.co
            # A cube pulled most of the way to a ball keeps flat sides and loses every hard edge, as a stuffed cover does.
            ball = (abs(x) ** 8 + abs(y) ** 8 + abs(z) ** (8 - crown)) ** (1 / 8)
            x, y, z = x / ball, y / ball, z / ball
            swell = 1 + puff * (1 - x * x) * (1 - y * y)
            crease = 0.006 * sin(x * 5 + y * 3) * cos(y * 7 - x * 2)
            vertex.co = (x * w / 2, y * d / 2, z * h / 2 * swell + crease * (1 if z > 0 else 0.3))
    return make


AXES = {'Z': Euler((0, 0, 0)), 'X': Euler((0, pi / 2, 0)), 'Y': Euler((-pi / 2, 0, 0))}


class Prop:
    """A thing made of parts: build it at the origin, then `place` it in the room."""

    def __init__(self, name):
        self.root = bpy.data.objects.new(name, None)
        bpy.context.scene.collection.objects.link(self.root)

    def hang(self, data, at, material, rotation=(0, 0, 0), scale=(1, 1, 1)):
        part = bpy.data.objects.new(self.root.name, data)
        bpy.context.scene.collection.objects.link(part)
        part.parent = self.root
        part.location, part.rotation_euler, part.scale = at, rotation, scale
        if not data.materials:
            data.materials.append(None)
        part.material_slots[0].link = 'OBJECT'
        part.material_slots[0].material = material
        return part

    def box(self, size, at, material, bevel=0.002, rotation=(0, 0, 0), segments=3):
        return self.hang(_mesh(('box', size, bevel, segments), _solid(size, bevel, segments)), at, material, rotation)

    def turn(self, profile, at, material, axis='Z', rotation=None, steps=64):
        """A lathe: `profile` is (radius, height) from one end to the other."""
        mesh = _mesh(('turn', tuple(profile), steps), _turned(profile, steps))
        return self.hang(mesh, at, material, rotation if rotation is not None else AXES[axis])

    def rod(self, radius, length, at, material, axis='Z', rotation=None, bevel=0.001, steps=48):
        half, b = length / 2, min(bevel, radius * 0.45, length * 0.45)
        edge = [(radius - b + b * sin(a * pi / 6), -half + b - b * cos(a * pi / 6)) for a in range(4)]
        profile = [(0, -half), *edge, *[(r, -z) for r, z in reversed(edge)], (0, half)]
        return self.turn(profile, at, material, axis, rotation, steps)

    def beam(self, start, end, radius, material, steps=32):
        """A straight tube between two points."""
        a, b = Vector(start), Vector(end)
        return self.rod(radius, (b - a).length, (a + b) / 2, material, rotation=(b - a).to_track_quat('Z', 'Y').to_euler(), steps=steps)

    def cable(self, points, radius, material):
        """A limp cable through (near) these points."""
        curve = bpy.data.curves.new(self.root.name, 'CURVE')
        curve.dimensions, curve.bevel_depth, curve.bevel_resolution, curve.resolution_u = '3D', radius, 4, 16
        line = curve.splines.new('NURBS')
        line.points.add(len(points) - 1)
        for point, at in zip(line.points, points):
            point.co = (*at, 1)
        line.use_endpoint_u, line.order_u = True, 4
        return self.hang(curve, (0, 0, 0), material)

    def cushion(self, size, at, material, rotation=(0, 0, 0), puff=0.35, crown=3):
        return self.hang(_mesh(('cushion', size, puff, crown), _cushion(size, puff, crown)), at, material, rotation)

    def extrude(self, outline, width, at, material, rotation=(0, 0, 0), bevel=0.0005):
        """A flat (y, z) outline pulled out along x."""
        def make(shape):
            ends = [[shape.verts.new((x, y, z)) for y, z in outline] for x in (-width / 2, width / 2)]
            shape.faces.new(ends[0])
            shape.faces.new(ends[1])
            for i in range(len(outline)):
                j = (i + 1) % len(outline)
                shape.faces.new((ends[0][i], ends[0][j], ends[1][j], ends[1][i]))
            if bevel:
                bmesh.ops.bevel(shape, geom=shape.edges[:], offset=bevel, segments=2, profile=0.5, affect='EDGES')
        return self.hang(_mesh(('extrude', tuple(outline), width, bevel), make), at, material, rotation)

    def tiles(self, rectangles, at, material, rotation=(0, 0, 0)):
        """Many flat (x, y, w, h) rectangles as one mesh: printed scales, lines, legends."""
        def make(shape):
            for x, y, w, h in rectangles:
                corners = ((x - w / 2, y - h / 2), (x + w / 2, y - h / 2), (x + w / 2, y + h / 2), (x - w / 2, y + h / 2))
                shape.faces.new([shape.verts.new((*corner, 0)) for corner in corners])
        return self.hang(_mesh(('tiles', tuple(rectangles)), make), at, material, rotation)

    def text(self, words, height, at, material, rotation=(0, 0, 0), align='CENTER'):
        """Printed words, `height` metres tall, lying on the surface."""
        key = (words, height, align)
        if key not in _print:
            curve = _print[key] = bpy.data.curves.new(words, 'FONT')
            curve.body, curve.size, curve.align_x, curve.align_y = words, height * 1.4, align, 'CENTER'
        return self.hang(_print[key], at, material, rotation)

    def place(self, at=(0, 0, 0), turn=0.0, tilt=0.0, scale=1.0, under=None):
        """Stands the prop in the room (or on another prop): `turn` about the vertical, `tilt` back, in degrees."""
        self.root.location = at
        self.root.rotation_euler = (tilt * pi / 180, 0, turn * pi / 180)
        self.root.scale = (scale,) * 3
        if under:
            self.root.parent = under.root
        return self


def screen(prop, image, width, at, rotation=(pi / 2, 0, 0), strength=1.0, aspect=16 / 9):
    """A lit display showing a picture file, facing -y unless rotated; glass in front of it is its clear coat."""
    height = width / aspect
    mesh = bpy.data.meshes.new('screen')
    corners = [(-width / 2, -height / 2, 0), (width / 2, -height / 2, 0), (width / 2, height / 2, 0), (-width / 2, height / 2, 0)]
    mesh.from_pydata(corners, [], [(0, 1, 2, 3)])
    layer = mesh.uv_layers.new()
    for loop, uv in zip(layer.data, ((0, 0), (1, 0), (1, 1), (0, 1))):
        loop.uv = uv
    material = bpy.data.materials.new('screen')
    material.use_nodes = True
    nodes, link = material.node_tree.nodes, material.node_tree.links.new
    shader, picture = nodes['Principled BSDF'], nodes.new('ShaderNodeTexImage')
    picture.image = bpy.data.images.load(image, check_existing=True)
    picture.extension = 'EXTEND'
    shader.inputs['Base Color'].default_value = (0.004, 0.004, 0.005, 1)
    shader.inputs['Roughness'].default_value, shader.inputs['Specular'].default_value = 0.22, 0.35
    link(picture.outputs['Color'], shader.inputs['Emission'])
    shader.inputs['Emission Strength'].default_value = strength
    return prop.hang(mesh, at, material, rotation)


@functools.cache
def drawn(which, picture='podcast-2'):
    """A screen's picture, drawn by screens.mjs: where the file is."""
    out = os.path.join(tempfile.mkdtemp(), f'{which}.png')
    subprocess.run(['node', os.path.join(os.path.dirname(os.path.abspath(__file__)), 'screens.mjs'), which, out, picture], check=True)
    return out
