"""Geometry in metres: bevelled boxes, turned and swept bodies, cables. Everything here returns the object it made."""
import math

import bpy
from mathutils import Matrix, Vector

UP = Vector((0, 0, 1))


def finish(obj, material=None, smooth=True, bevel=0.0, segments=3, angle=35):
    """Gives a mesh its material, its rounded edges and shading that keeps the flat faces flat."""
    mesh = obj.data
    if material:
        mesh.materials.append(material)
    if smooth:
        mesh.polygons.foreach_set('use_smooth', [True] * len(mesh.polygons))
    mesh.use_auto_smooth = True
    mesh.auto_smooth_angle = math.radians(angle)
    if bevel:
        modifier = obj.modifiers.new('Bevel', 'BEVEL')
        modifier.width, modifier.segments = bevel, segments
        modifier.limit_method, modifier.angle_limit = 'ANGLE', math.radians(angle)
        modifier.harden_normals = True
    return obj


def add(data, name, location=(0, 0, 0), rotation=(0, 0, 0)):
    """A new object in the scene; rotation in degrees."""
    obj = bpy.data.objects.new(name, data)
    obj.location = location
    obj.rotation_euler = [math.radians(r) for r in rotation]
    bpy.context.scene.collection.objects.link(obj)
    return obj


def mesh(name, vertices, faces, material=None, location=(0, 0, 0), rotation=(0, 0, 0), uv=None, **kwargs):
    data = bpy.data.meshes.new(name)
    data.from_pydata([tuple(v) for v in vertices], [], faces)
    data.update()
    if uv:
        layer = data.uv_layers.new(name='UV')
        for loop in data.loops:
            layer.data[loop.index].uv = uv[loop.vertex_index]
    return finish(add(data, name, location, rotation), material, **kwargs)


def box(size, location=(0, 0, 0), material=None, rotation=(0, 0, 0), bevel=0.003, name='box', **kwargs):
    """A block of size (x, y, z) about its centre, its edges rounded by `bevel`."""
    x, y, z = (s / 2 for s in size)
    vertices = [(sx * x, sy * y, sz * z) for sx in (-1, 1) for sy in (-1, 1) for sz in (-1, 1)]
    faces = [(0, 1, 3, 2), (4, 6, 7, 5), (0, 4, 5, 1), (2, 3, 7, 6), (0, 2, 6, 4), (1, 5, 7, 3)]
    return mesh(name, vertices, faces, material, location, rotation, bevel=min(bevel, min(size) * 0.45), **kwargs)


def rounded_box(size, radius, location=(0, 0, 0), material=None, rotation=(0, 0, 0), bevel=0.004, name='slab', **kwargs):
    """A slab whose four upright corners have `radius` and whose rims are eased by `bevel`."""
    x, y, z = size[0] / 2, size[1] / 2, size[2] / 2
    ring = []
    for cx, cy, start in ((x - radius, y - radius, 0), (radius - x, y - radius, 90), (radius - x, radius - y, 180), (x - radius, radius - y, 270)):
        for step in range(9):
            a = math.radians(start + step * 90 / 8)
            ring.append((cx + radius * math.cos(a), cy + radius * math.sin(a)))
    n = len(ring)
    vertices = [(px, py, -z) for px, py in ring] + [(px, py, z) for px, py in ring]
    faces = [tuple(range(n - 1, -1, -1)), tuple(range(n, 2 * n))] + [(i, (i + 1) % n, n + (i + 1) % n, n + i) for i in range(n)]
    return mesh(name, vertices, faces, material, location, rotation, bevel=bevel, **kwargs)


def lathe(profile, material=None, location=(0, 0, 0), rotation=(0, 0, 0), segments=72, name='turned', **kwargs):
    """Turns (radius, z) points about z. UV runs in metres along and around, so meshes and knurls keep their size."""
    vertices, faces, uv, length = [], [], [], 0.0
    for index, (radius, z) in enumerate(profile):
        if index:
            length += math.dist(profile[index - 1], profile[index])
        for s in range(segments + 1):
            a = 2 * math.pi * s / segments
            vertices.append((radius * math.cos(a), radius * math.sin(a), z))
            uv.append((s / segments, length))
    row = segments + 1
    for i in range(len(profile) - 1):
        for s in range(segments):
            faces.append((i * row + s, i * row + s + 1, (i + 1) * row + s + 1, (i + 1) * row + s))
    return mesh(name, vertices, faces, material, location, rotation, uv=uv, **kwargs)


def cylinder(radius, depth, location=(0, 0, 0), material=None, rotation=(0, 0, 0), bevel=0.002, segments=48, name='cylinder'):
    """An upright cylinder with eased rims, its centre at `location`."""
    h, b = depth / 2, min(bevel, radius * 0.4, depth * 0.4)
    ease = [(radius - b + b * math.sin(t), h - b + b * math.cos(t)) for t in (i * math.pi / 8 for i in range(5))]
    profile = [(0, -h)] + [(r, -z) for r, z in ease] + [(r, z) for r, z in reversed(ease)] + [(0, h)]
    return lathe(profile, material, location, rotation, segments, name)


def knurled(radius, depth, location=(0, 0, 0), material=None, rotation=(0, 0, 0), teeth=36, name='knob'):
    """A knob with grip teeth round its rim."""
    vertices, faces, n = [], [], teeth * 4
    for z, inset in ((-depth / 2, 0.0012), (-depth / 2 + 0.0012, 0), (depth / 2 - 0.0012, 0), (depth / 2, 0.0012)):
        for s in range(n):
            r = radius - inset - (0.0009 if s % 4 in (0, 1) else 0)
            a = 2 * math.pi * s / n
            vertices.append((r * math.cos(a), r * math.sin(a), z))
    for ring in range(3):
        faces += [(ring * n + s, ring * n + (s + 1) % n, (ring + 1) * n + (s + 1) % n, (ring + 1) * n + s) for s in range(n)]
    faces += [tuple(range(n - 1, -1, -1)), tuple(range(3 * n, 4 * n))]
    return mesh(name, vertices, faces, material, location, rotation, angle=30)


def towards(obj, start, end):
    """Lays an object built about z so that it runs from start to end."""
    start, end = Vector(start), Vector(end)
    obj.matrix_world = Matrix.Translation((start + end) / 2) @ (end - start).to_track_quat('Z', 'Y').to_matrix().to_4x4()
    return obj


def rod(start, end, radius, material=None, name='rod', bevel=0.001):
    return towards(cylinder(radius, (Vector(end) - Vector(start)).length, material=material, name=name, bevel=bevel, segments=32), start, end)


def bar(start, end, width, depth, material=None, name='bar', bevel=0.003):
    return towards(box((width, depth, (Vector(end) - Vector(start)).length), material=material, name=name, bevel=bevel), start, end)


def cable(points, radius=0.003, material=None, name='cable'):
    """A cable that runs softly through the points."""
    data = bpy.data.curves.new(name, 'CURVE')
    data.dimensions, data.bevel_depth, data.bevel_resolution, data.resolution_u = '3D', radius, 4, 24
    spline = data.splines.new('BEZIER')
    spline.bezier_points.add(len(points) - 1)
    for point, at in zip(spline.bezier_points, points):
        point.co = at
        point.handle_left_type = point.handle_right_type = 'AUTO'
    if material:
        data.materials.append(material)
    return add(data, name)


def polyline(points, radius, material=None, name='wire', cyclic=False):
    data = bpy.data.curves.new(name, 'CURVE')
    data.dimensions, data.bevel_depth, data.bevel_resolution = '3D', radius, 3
    spline = data.splines.new('POLY')
    spline.points.add(len(points) - 1)
    spline.use_cyclic_u = cyclic
    for point, at in zip(spline.points, points):
        point.co = (*at, 1)
    if material:
        data.materials.append(material)
    return add(data, name)


def coil(points, radius=0.0022, turn=0.006, pitch=0.0052, material=None, name='coil'):
    """A coiled lead along a polyline of points."""
    points = [Vector(p) for p in points]
    path, angle = [], 0.0
    for a, b in zip(points, points[1:]):
        along = b - a
        side = along.orthogonal().normalized() if abs(along.normalized().z) > 0.95 else along.cross(UP).normalized()
        other = along.cross(side).normalized()
        steps = max(2, int(along.length / pitch * 14))
        for step in range(steps):
            path.append(a + along * step / steps + turn * (math.cos(angle) * side + math.sin(angle) * other))
            angle += 2 * math.pi / 14
    return polyline(path, radius, material, name)


def sweep(path, section, material=None, side=(0, 1, 0), name='swept', cyclic=False, **kwargs):
    """Carries section(t) -> [(across, along `side`)] over a planar path; `side` is the normal of the path's plane."""
    path, side = [Vector(p) for p in path], Vector(side).normalized()
    n, vertices, faces = len(path), [], []
    for i, at in enumerate(path):
        before, after = path[(i - 1) % n if cyclic else max(i - 1, 0)], path[(i + 1) % n if cyclic else min(i + 1, n - 1)]
        normal = (after - before).normalized().cross(side).normalized()
        ring = section(i / (n - 1))
        vertices += [at + normal * a + side * b for a, b in ring]
    m = len(section(0))
    for i in range(n if cyclic else n - 1):
        faces += [(i * m + s, i * m + (s + 1) % m, ((i + 1) % n) * m + (s + 1) % m, ((i + 1) % n) * m + s) for s in range(m)]
    if not cyclic:
        faces += [tuple(range(m - 1, -1, -1)), tuple(range((n - 1) * m, n * m))]
    return mesh(name, vertices, faces, material, **kwargs)


def pill(width, height, steps=6):
    """A section for sweep(): a rectangle with fully rounded short ends."""
    r = min(width, height) / 2
    ring = []
    for sx, sy, start in ((1, 1, 0), (-1, 1, 90), (-1, -1, 180), (1, -1, 270)):
        for step in range(steps):
            a = math.radians(start + step * 90 / (steps - 1))
            ring.append((sx * (width / 2 - r) + r * math.cos(a), sy * (height / 2 - r) + r * math.sin(a)))
    return ring


def group(objects, location=(0, 0, 0), rotation=(0, 0, 0), scale=1.0, matrix=None, name='group'):
    """Moves things together: an empty they all hang from (what already hangs from another stays there)."""
    empty = bpy.data.objects.new(name, None)
    bpy.context.scene.collection.objects.link(empty)
    for obj in objects:
        if obj.parent is None:
            obj.parent = empty
    if matrix is not None:
        empty.matrix_world = matrix
    else:
        empty.location, empty.scale = location, (scale, scale, scale)
        empty.rotation_euler = [math.radians(r) for r in rotation]
    return empty


def copy(obj, location, rotation=(0, 0, 0)):
    """A further piece sharing the first one's mesh and modifiers."""
    twin = obj.copy()
    twin.location = location
    twin.rotation_euler = [math.radians(r) for r in rotation]
    bpy.context.scene.collection.objects.link(twin)
    return twin
