"""Cleans a rendered picture without a neural denoiser, which Debian's Blender lacks.

Two half-sized renders with different seeds: where they differ is noise, and by how much. Each is then averaged over pixels whose
surroundings look alike in the *other* one (so no pixel judges itself by its own noise) and whose surface and direction agree."""
import math
import os
import random
import tempfile

import bpy
import numpy as np


def compose(scene, folder):
    """A breath of glow round what shines, and the surface colour and direction written beside the picture."""
    layer = scene.view_layers[0]
    layer.cycles.denoising_store_passes = True
    scene.use_nodes = True
    tree = scene.node_tree
    tree.nodes.clear()
    source, target = tree.nodes.new('CompositorNodeRLayers'), tree.nodes.new('CompositorNodeComposite')
    glare = tree.nodes.new('CompositorNodeGlare')
    glare.glare_type, glare.quality, glare.threshold, glare.size, glare.mix = 'FOG_GLOW', 'HIGH', 0.9, 8, -0.86
    tree.links.new(source.outputs['Image'], glare.inputs['Image'])
    tree.links.new(glare.outputs['Image'], target.inputs['Image'])
    files = tree.nodes.new('CompositorNodeOutputFile')
    files.base_path = folder
    files.format.file_format, files.format.color_depth = 'OPEN_EXR', '32'
    files.file_slots.clear()
    for slot in ('Albedo', 'Normal'):
        if 'Denoising ' + slot in source.outputs:
            files.file_slots.new(slot.lower())
            tree.links.new(source.outputs['Denoising ' + slot], files.inputs[slot.lower()])


def pixels(path):
    image = bpy.data.images.load(path)
    image.colorspace_settings.name = 'Linear'
    width, height = image.size
    values = np.empty(width * height * 4, np.float32)
    image.pixels.foreach_get(values)
    bpy.data.images.remove(image)
    return np.ascontiguousarray(values.reshape(height, width, 4)[..., :3])


def take(scene, folder, seed):
    scene.cycles.seed = seed
    scene.render.image_settings.file_format, scene.render.image_settings.color_depth = 'OPEN_EXR', '32'
    scene.render.filepath = os.path.join(folder, 'beauty.exr')
    bpy.ops.render.render(write_still=True)
    guides = [pixels(os.path.join(folder, f)) for f in sorted(os.listdir(folder)) if f.startswith(('albedo', 'normal'))]
    return pixels(scene.render.filepath), guides


def box(values, radius):
    """Mean over a square window, edges repeated."""
    for axis in (0, 1):
        padded = np.pad(values, [(radius, radius) if a == axis else (0, 0) for a in range(values.ndim)], 'edge')
        n = values.shape[axis]
        values = sum(np.take(padded, range(i, i + n), axis) for i in range(2 * radius + 1)) / (2 * radius + 1)
    return values


def offsets(reach=11, dense=3):
    """Every near neighbour and a scatter of far ones."""
    rng = random.Random(1)
    return [(dy, dx) for dy in range(-reach, reach + 1) for dx in range(-reach, reach + 1)
            if math.hypot(dy, dx) <= dense or (math.hypot(dy, dx) <= reach and rng.random() < 0.2)]


def shifted(values, dy, dx):
    return np.roll(values, (dy, dx), (0, 1))


def clean(a, b, guides_a, guides_b, strength=0.55):
    # The eye (and the film curve) judges ratios, so it is done on a logarithmic scale.
    la, lb = (np.log1p(np.maximum(x, 0) * 24).astype(np.float32) for x in (a, b))
    noise = box(((la - lb) ** 2).mean(-1) / 2, 3) + 1e-6
    guide = [(box(x, 1) + box(y, 1)) / 2 for x, y in zip(guides_a, guides_b)]
    guide_noise = [box(((x - y) ** 2).sum(-1) / 4, 3) for x, y in zip(guides_a, guides_b)]
    total_a, total_b = np.zeros_like(la), np.zeros_like(lb)
    weight_a, weight_b = np.zeros(la.shape[:2], np.float32), np.zeros(la.shape[:2], np.float32)
    for dy, dx in offsets():
        other = shifted(noise, dy, dx)
        both = noise + other
        apart = 0.0
        for g, n, tolerance in zip(guide, guide_noise, (0.0016, 0.05)):
            apart = apart + ((g - shifted(g, dy, dx)) ** 2).sum(-1) / (tolerance + 4 * n)
        near = np.exp(-apart)
        sa, sb = shifted(la, dy, dx), shifted(lb, dy, dx)
        scale = 1 / (1e-5 + strength ** 2 * both)
        by_a = near * np.exp(-np.maximum(box((((la - sa) ** 2).mean(-1) - noise - np.minimum(noise, other)) * scale, 2), 0))
        by_b = near * np.exp(-np.maximum(box((((lb - sb) ** 2).mean(-1) - noise - np.minimum(noise, other)) * scale, 2), 0))
        total_a += by_b[..., None] * sa
        weight_a += by_b
        total_b += by_a[..., None] * sb
        weight_b += by_a
    mean = (total_a / weight_a[..., None] + total_b / weight_b[..., None]) / 2
    # A trace of the untouched picture keeps the finest texture, as film grain does.
    mean = 0.88 * mean + 0.12 * (la + lb) / 2
    return np.expm1(mean) / 24


def save(scene, values, path):
    height, width = values.shape[:2]
    image = bpy.data.images.new('clean', width, height, float_buffer=True)
    image.colorspace_settings.name = 'Linear'
    image.pixels.foreach_set(np.concatenate([values, np.ones((height, width, 1), np.float32)], -1).astype(np.float32).ravel())
    scene.render.image_settings.file_format, scene.render.image_settings.color_depth, scene.render.image_settings.color_mode = 'PNG', '16', 'RGB'
    image.save_render(path, scene=scene)


def render_clean(scene, path, raw=False):
    scene.cycles.samples = max(8, scene.cycles.samples // 2)
    with tempfile.TemporaryDirectory() as folder:
        compose(scene, folder)
        first, guides_first = take(scene, folder, 11)
        second, guides_second = take(scene, folder, 29)
    save(scene, (first + second) / 2 if raw else clean(first, second, guides_first, guides_second), path)
