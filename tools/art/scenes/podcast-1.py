"""Portfolio: a talk show. The large condenser face on, its mesh in the light, the rest of the room red."""
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), '..'))
from studio import *  # noqa: E402,F401,F403

reset()
world()
slat_wall(4.2, 2.6, (0, 1.5, 0), tone=0.9)
_, stud, tail = condenser_mic((0.0, 0, 1.2), (-0.30, -0.95, 0), hang=True)
boom_arm((0.62, 0.40, 0.82), stud, 0.5, 0.46, out=(0.2, 0.1, 0.2), lead=tail)
on_air_sign((0.50, 1.42, 1.33), scale=0.7, power=0.8)
shade_lamp((0.90, 1.2, 0), 1.12, 0.15, strength=1.0, energy=8)
area((0.1, 1.15, 2.4), (0.1, 1.5, 1.2), 1.2, 7, name='wall wash', size_y=0.1)
red((-0.9, 0.7, 1.6), (0, 0, 1.2), 0.5, 5)
key((-0.55, -0.75, 1.65), (0, 0, 1.18), 0.3, 24, spread=100)
area((0.5, 0.45, 1.25), (0, 0, 1.17), 0.3, 9, name='edge')
camera((-0.03, -0.80, 1.17), (0.09, 0, 1.225), lens=56, fstop=2.8, focus=(0, -0.025, 1.19))
render('podcast-1', samples=64)
