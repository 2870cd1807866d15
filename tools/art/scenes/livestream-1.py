"""The live desk: switcher under the hand, every camera on the multi-view."""
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), '..'))
from parts import drawn
from props_desk import monitor, switcher
from studio import *

reset()
world()
floor()
table(2.2, 0.9, 0.74, (0, 0.25, 0))
switcher().place((-0.06, -0.10, 0.745), turn=4)
monitor(drawn('multiview'), 0.80, 0.85).place((0.02, 0.44, 0.72), turn=3)
monitor(drawn('viewfinder', 'podcast-2'), 0.42, 0.8).place((0.68, 0.30, 0.72), turn=-26)
headphones((0.45, 0.08, 0.80), (-78, 0, 30))
mug((-0.46, 0.10, 0.74), 200)
foam_wall(16, 9, (0, 1.9, 0.1))
on_air_sign((1.62, 1.75, 1.42), (0, 0, -14))
key((-1.3, -0.3, 2.0), (-0.05, 0.1, 0.78), size=0.6, energy=44)
rim((1.2, 0.9, 1.9), (0.1, 0.2, 0.8), size=0.5, energy=9)
area((-0.2, 1.4, 2.9), (-0.1, 1.9, 0.9), 0.8, 8)
camera((-0.42, -1.08, 1.27), (0.10, 0.25, 0.99), lens=28, fstop=3.2, focus=(-0.04, 0.05, 0.82))
render('livestream-1', exposure=0.3)
