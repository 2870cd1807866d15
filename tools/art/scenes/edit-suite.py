"""The edit suite at midnight: the timeline on the big screen, the grade beside it, near-fields either side."""
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), '..'))
from parts import drawn
from props_desk import keyboard, monitor, mouse, speaker
from studio import *

reset()
world()
floor()
table(2.3, 0.86, 0.74, (0.1, 0.22, 0))
monitor(drawn('edit'), 0.74, 0.85).place((-0.10, 0.30, 0.74), turn=6)
monitor(drawn('grade'), 0.52, 0.8).place((0.63, 0.26, 0.74), turn=-22)
for x, turn in ((-0.70, 26), (1.08, -30)):
    box((0.2, 0.22, 0.10), (x, 0.40, 0.79), felt(), (0, 0, turn), bevel=0.006)
    speaker(0.32).place((x, 0.30, 0.84), turn=turn)
keyboard().place((-0.14, -0.10, 0.74), turn=3)
mouse().place((0.24, -0.04, 0.74), turn=-8)
mug((0.47, -0.03, 0.74), 30)
notebook((-0.56, -0.02, 0.74), 14, open_page=False)
slat_wall(7, 2.8, (0, 1.25, 0))
on_air_sign((1.02, 1.13, 1.56), (0, 0, -12), scale=0.9)
shade_lamp((-1.22, 0.86, 0), 1.34, energy=7)
area((-0.1, 0.50, 1.05), (-0.1, 1.25, 1.25), 0.5, 5)
key((-1.5, -0.7, 2.3), (0.05, 0.1, 0.8), size=0.7, energy=36)
rim((1.7, 0.7, 2.2), (0.6, 0.2, 0.9), size=0.5, energy=14)
camera((0.46, -1.46, 1.31), (0.13, 0.25, 1.03), lens=31, fstop=3.2, focus=(0.0, 0.25, 1.05))
render('edit-suite', exposure=0.35)
