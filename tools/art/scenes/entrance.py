"""Arriving: a dim corridor, the heavy door ajar, warm light in the gap, the sign lit above it."""
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), '..'))
from studio import *  # noqa: E402,F401,F403

reset()
world()
paint = plaster((0.040, 0.036, 0.033))
dark = coated_metal((0.02, 0.019, 0.018), 0.5)
floor(concrete())
# The wall with the opening, x from 0.30 to 1.28, 2.12 high; the room lies behind it.
box((3.0, 0.16, 3.0), (-1.2, 0.08, 1.5), paint, bevel=0.004)
box((3.0, 0.16, 3.0), (2.78, 0.08, 1.5), paint, bevel=0.004)
box((1.0, 0.16, 0.88), (0.79, 0.08, 2.56), paint, bevel=0.004)
for x in (0.275, 1.305):
    box((0.06, 0.22, 2.15), (x, 0.07, 1.075), walnut('z', 0.4, 0.8), bevel=0.004)
box((1.09, 0.22, 0.06), (0.79, 0.07, 2.15), walnut('x', 0.4, 0.8), bevel=0.004)
box((2.66, 0.018, 0.09), (-1.09, -0.008, 0.045), dark)
box((2.8, 0.018, 0.09), (2.74, -0.008, 0.045), dark)
slat_wall(4.0, 2.8, (0.8, 2.4, 0), tone=1.0)
wall(3, 2.8, (1.75, 1.7, 0), 90, plaster((0.09, 0.07, 0.055)))
# The door, hinged on the right and standing 38 degrees into the corridor.
leaf, brass = [], brushed_metal((0.55, 0.40, 0.2), 0.28)
leaf.append(box((0.44, 0.07, 2.1), (-0.22 - 0.52, 0, 1.06), walnut('z', 0.38, 0.9), bevel=0.003))
leaf.append(box((0.26, 0.07, 2.1), (-0.13, 0, 1.06), walnut('z', 0.38, 0.9), bevel=0.003))
for z, h in ((0.42, 0.82), (1.94, 0.34)):
    leaf.append(box((0.262, 0.07, h), (-0.39, 0, z), walnut('z', 0.38, 0.9), bevel=0.001))
leaf.append(box((0.25, 0.012, 0.94), (-0.39, 0, 1.30), glass(0.05, (0.75, 0.72, 0.68)), bevel=0))
for x in (-0.265, -0.515):
    leaf.append(box((0.022, 0.084, 0.98), (x, 0, 1.30), dark))
for z in (0.82, 1.78):
    leaf.append(box((0.27, 0.084, 0.022), (-0.39, 0, z), dark))
for y in (-0.042, 0.042):
    leaf.append(box((0.045, 0.008, 0.24), (-0.88, y, 1.05), brass, bevel=0.003))
    leaf.append(cylinder(0.011, 0.05, (-0.88, y * 1.6, 1.08), brass, (90, 0, 0)))
    leaf.append(rod((-0.885, y * 2.1, 1.08), (-0.755, y * 2.1, 1.08), 0.0105, brass, bevel=0.005))
leaf.append(box((0.9, 0.004, 0.18), (-0.48, -0.037, 0.11), brushed_metal((0.4, 0.36, 0.32), 0.4, 'x'), bevel=0.001))
for z in (0.3, 1.06, 1.85):
    leaf.append(cylinder(0.011, 0.11, (0.004, -0.03, z), brass))
group(leaf, (1.262, -0.02, 0), (0, 0, 38))
on_air_sign((0.79, -0.03, 2.33), scale=1.2)
# What the gap shows: a microphone against the room's own lamp.
_, stud, _ = broadcast_mic((0.88, 1.35, 1.22), (-0.7, -0.7, 0))
mic_stand((1.16, 1.75, 0), 1.30, stud)
shade_lamp((1.34, 2.12, 0), 1.3, energy=10)
key((0.95, 1.2, 2.45), (0.75, 0.3, 0.4), 0.5, 150, spread=150)
area((0.9, 2.0, 2.6), (0.9, 2.4, 1.0), 0.9, 60, name='wall wash', size_y=0.1)
# Waiting outside: a bench under its panels, each in its own pool of light.
box((1.7, 0.36, 0.045), (-1.12, -0.27, 0.44), walnut('x', 0.36, 1.1), bevel=0.006)
for x in (-1.8, -0.44):
    box((0.04, 0.30, 0.42), (x, -0.27, 0.21), dark)
notebook((-0.62, -0.27, 0.463), 64)
mug((-0.88, -0.23, 0.463), 120)
for x in (-1.95, -1.1, -0.25, 2.15):
    fabric_panel(0.78, 1.35, (x, -0.03, 1.45), colour=(0.10, 0.050, 0.030))
    area((x, -0.30, 2.9), (x, -0.04, 1.2), 0.1, 26, spread=100, name='downlight')
area((1.2, -2.2, 2.7), (0.8, -0.2, 1.0), 0.5, 55, name='front')
camera((-0.85, -4.0, 1.22), (0.06, 0, 1.22), lens=30, fstop=1.8, focus=(0.6, -0.2, 1.4))
render('entrance', samples=64)
