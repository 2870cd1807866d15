"""The mixing desk, low along its faders at night, the ON AIR lamp far behind."""
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), '..'))
from props_desk import mixing_desk, speaker
from studio import *

reset()
world()
table(2.4, 1.1, 0.74, (0, 0.3, 0))
mixing_desk(26).place((0, 0, 0.80), tilt=4)
speaker(0.30).place((0.62, 0.66, 0.78), turn=-24)
slat_wall(6, 2.4, (0, 2.6, 0))
on_air_sign((1.55, 1.02, 1.085), (0, 0, -54), scale=0.9)
key((-0.9, 1.1, 1.75), (0.05, 0.2, 0.82), size=0.7, energy=60)
rim((-0.9, -0.5, 1.5), (0.0, 0.1, 0.82), size=0.6, energy=9)
rim((1.2, 0.9, 1.5), (0.2, 0.2, 0.82), size=0.5, energy=14)
area((0.8, 2.2, 2.4), (0.8, 2.6, 1.0), 0.8, 16)
shade_lamp((-1.25, 2.2, 0), 1.1, energy=5)
camera((-0.40, -0.27, 1.005), (0.06, 0.24, 0.884), lens=38, fstop=2.8, focus=(-0.14, 0.07, 0.81))
render('mixing-desk')
