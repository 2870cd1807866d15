"""The one light, the one palette and the one camera manner of all the studio's pictures. A scene imports everything from here:

    import os, sys; sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), '..'))
    from studio import *

    reset(); world()
    key((1.2, -1.0, 2.2), (0, 0, 0.9)); rim((-1.5, 2, 2), (0, 0, 1))
    camera((0, -2, 1.2), (0, 0, 0.9), lens=60, fstop=2.0)
    render('name')

Units are metres, z is up, the camera usually looks along +y. See README.md for how to render.
"""
import math
import os

import bpy
from mathutils import Matrix, Vector

from materials import *  # noqa: F401,F403
from materials import ON_AIR, TUNGSTEN
from props_audio import *  # noqa: F401,F403
from props_room import *  # noqa: F401,F403
from shapes import *  # noqa: F401,F403
from shapes import add

HERE = os.path.dirname(os.path.abspath(__file__))


def reset():
    bpy.ops.wm.read_factory_settings(use_empty=True)


def world(colour=(0.55, 0.42, 0.34), strength=0.006):
    """Almost nothing: enough that a shadow is a colour and not a hole."""
    w = bpy.data.worlds.new('night')
    bpy.context.scene.world = w
    w.use_nodes = True
    background = w.node_tree.nodes['Background']
    background.inputs[0].default_value = (*colour, 1)
    background.inputs[1].default_value = strength


def area(location, target, size, energy, colour=TUNGSTEN, size_y=None, spread=180, name='light', camera_sees=False):
    """A soft box of light, looking from location at target."""
    light = bpy.data.lights.new(name, 'AREA')
    light.energy, light.color, light.size, light.spread = energy, colour, size, math.radians(spread)
    if size_y:
        light.shape, light.size_y = 'RECTANGLE', size_y
    else:
        light.shape = 'DISK'
    lamp = add(light, name, location)
    lamp.rotation_euler = (Vector(target) - Vector(location)).to_track_quat('-Z', 'Y').to_euler()
    lamp.visible_camera = camera_sees
    return lamp


def key(location, target, size=0.6, energy=40, spread=120, **kwargs):
    """The warm tungsten key: there is one in every picture."""
    return area(location, target, size, energy, TUNGSTEN, spread=spread, name='key', **kwargs)


def rim(location, target, size=0.5, energy=10, colour=(1.0, 0.78, 0.58), **kwargs):
    """A dim edge of light from behind, never cool."""
    return area(location, target, size, energy, colour, name='rim', **kwargs)


def red(location, target, size=0.4, energy=6, **kwargs):
    """The reach of the ON AIR lamp where the lamp itself is out of the picture."""
    return area(location, target, size, energy, ON_AIR, name='red', **kwargs)


def camera(location, target, lens=50, fstop=2.0, focus=None, roll=0, shift=(0, 0)):
    """A full-frame camera at location, looking at target, sharp at `focus` (a point or a distance; the target by default)."""
    data = bpy.data.cameras.new('camera')
    data.lens, data.sensor_width, data.clip_start = lens, 36, 0.01
    data.sensor_fit = 'HORIZONTAL'
    data.shift_x, data.shift_y = shift
    obj = add(data, 'camera', location)
    obj.rotation_euler = (Vector(target) - Vector(location)).to_track_quat('-Z', 'Y').to_euler()
    obj.rotation_euler.rotate_axis('Z', math.radians(roll))
    data.dof.use_dof = True
    data.dof.aperture_fstop, data.dof.aperture_blades, data.dof.aperture_rotation = fstop, 9, 0.2
    forward = (Vector(target) - Vector(location)).normalized()
    point = target if focus is None else focus
    # Sharpness is a plane across the view, so the distance counts along it.
    data.dof.focus_distance = point if isinstance(point, (int, float)) else (Vector(point) - Vector(location)).dot(forward)
    bpy.context.scene.camera = obj
    return obj


def settings(scene, width, height, samples, exposure):
    scene.render.engine = 'CYCLES'
    cycles = scene.cycles
    cycles.device, cycles.samples = 'CPU', samples
    cycles.use_adaptive_sampling, cycles.adaptive_threshold, cycles.adaptive_min_samples = True, 0.03, max(12, samples // 4)
    cycles.max_bounces, cycles.diffuse_bounces, cycles.glossy_bounces, cycles.transmission_bounces, cycles.transparent_max_bounces = 3, 2, 2, 3, 8
    cycles.sample_clamp_indirect, cycles.sample_clamp_direct = 1.2, 12.0
    cycles.caustics_reflective = cycles.caustics_refractive = False
    cycles.blur_glossy = 1.0
    cycles.use_denoising = False
    scene.render.resolution_x, scene.render.resolution_y, scene.render.resolution_percentage = width, height, 100
    scene.render.use_persistent_data = True
    scene.view_settings.view_transform, scene.view_settings.look = 'Filmic', 'High Contrast'
    scene.view_settings.exposure = exposure


def render(name, width=1280, height=720, samples=220, exposure=0.0):
    """Renders the scene to <ART_OUT>/<name>.png, 16 bit. ART_SAMPLES and ART_SCALE make it a preview; ART_RAW=1 leaves the noise in."""
    from denoise import render_clean
    scale = float(os.environ.get('ART_SCALE', 1))
    samples = int(os.environ.get('ART_SAMPLES', samples))
    out = os.environ.get('ART_OUT') or os.path.join(HERE, '..', '..', '.studio', 'art')
    os.makedirs(out, exist_ok=True)
    scene = bpy.context.scene
    settings(scene, round(width * scale), round(height * scale), samples, exposure)
    render_clean(scene, os.path.join(os.path.abspath(out), name + '.png'), raw=os.environ.get('ART_RAW') == '1')


__all__ = [n for n in globals() if not n.startswith('_')]
_ = Matrix
