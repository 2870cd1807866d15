"""The booth for one: foam on both sides, a condenser with its screen, headphones on their hook, a lamp on the desk."""
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), '..'))
from studio import *  # noqa: E402,F401,F403

reset()
world()
floor(z=0.0)
foam_wall(8, 9, (1.0, 1.0, 0), depth=0.05)
foam_wall(9, 9, (1.25, -0.3, 0), -90, depth=0.05)
slat_wall(1.3, 2.7, (-0.86, 0.93, 0), tone=0.85)
table(1.3, 0.6, 0.74, (0.38, 0.62, 0), boards=4)
body, stud, tail = condenser_mic((0.20, 0.38, 1.14), (-0.9, -0.42, 0))
boom_arm((0.78, 0.78, 0.74), stud, 0.44, 0.44, out=(0.25, 0, 0), lead=tail)
pop_filter((0.075, 0.31, 1.17), (-0.9, -0.42, 0), 0.07, neck=tuple(stud))
headphones((0.98, 0.44, 1.16), (0, 0, 62))
rod((1.18, 0.44, 1.288), (0.94, 0.44, 1.288), 0.007, brushed_metal((0.5, 0.36, 0.18), 0.3))
cylinder(0.025, 0.012, (1.19, 0.44, 1.288), brushed_metal((0.5, 0.36, 0.18), 0.3), (0, 90, 0))
notebook((0.22, 0.47, 0.74), 8, open_page=True)
mug((0.52, 0.52, 0.74), 200)
shade_lamp((0.86, 0.66, 0.74), 0.27, 0.10, strength=1.4, energy=2.6)
chair((-0.16, 0.12, 0.02), 118)
on_air_sign((0.46, 0.90, 1.50), scale=0.8)
key((-0.55, -0.15, 2.15), (0.25, 0.45, 1.0), 0.4, 48, spread=95)
area((0.9, 0.0, 1.9), (0.1, 0.42, 1.1), 0.3, 14, name='edge')
camera((-0.42, -1.02, 1.33), (0.33, 0.5, 1.13), lens=37, fstop=2.2, focus=(0.18, 0.36, 1.15))
render('solo-booth', samples=60)
