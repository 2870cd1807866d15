"""The table for four: a microphone at every seat, one lamp over the middle."""
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), '..'))
from studio import *  # noqa: E402,F401,F403

reset()
world()
from mathutils import Vector  # noqa: E402

floor(carpet((0.05, 0.045, 0.042)))
slat_wall(6.6, 2.9, (2.05, 2.2, 0), tone=1.0)
foam_wall(7, 9, (-2.25, 2.2, 0))
round_table(0.72, 0.74, (0, 0, 0))
for seat, a in enumerate((35, 128, 218, 318)):
    out = Vector((math.cos(math.radians(a)), math.sin(math.radians(a)), 0))
    side = Vector((-out.y, out.x, 0))
    _, stud, tail = broadcast_mic(out * 0.40 + UP * 1.0, out + UP * 0.12)
    desk_stand(out * 0.345 + UP * 0.74, stud)
    foot = out * 0.30 + UP * 0.7435
    cable([tail, tail - out * 0.03 - UP * 0.05, foot + UP * 0.06 + side * 0.02, foot + side * 0.06, out * 0.16 + side * 0.05 + UP * 0.7435, out * 0.05 + UP * 0.7435, out * -0.004 + UP * 0.735], 0.0031, rubber())
    chair(out * 1.02 + UP * 0.02, a + 90 + (8, -14, 6, -10)[seat])
    if seat % 2 == 0:
        mug(out * 0.55 + side * 0.17 + UP * 0.74, a + 140)
    else:
        mug(out * 0.54 - side * 0.17 + UP * 0.74, a)
    notebook(out * 0.57 + side * (-0.12 if seat % 2 == 0 else 0.12) + UP * 0.74, a + 90)
cylinder(0.045, 0.006, (0, 0, 0.7415), coated_metal())
pendant((0, 0, 1.86), 1.4, 0.2)
on_air_sign((0.95, 2.135, 1.50), scale=1.3)
shade_lamp((-0.62, 1.85, 0), 1.3, 0.19, energy=18)
key((0, 0, 1.88), (0, 0, 0.7), 0.36, 78, spread=140)
area((1.5, 1.5, 2.2), (0, 0, 0.95), 0.6, 34, name='edge')
area((1.2, 1.6, 2.8), (1.2, 2.2, 1.2), 2.2, 40, name='wall wash', size_y=0.1)
camera((-0.85, -2.25, 1.52), (0.10, 0.1, 1.01), lens=38, fstop=2.0, focus=(-0.25, -0.3, 0.95))
render('panel-table', samples=60)
