"""A panel about to go live, seen past two cameras with their tallies lit."""
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), '..'))
from parts import drawn
from props_set import armchair, cup, side_table
from props_video import cinema_camera, tripod
from studio import *

reset()
world()
floor()
box((6.4, 2.6, 0.24), (0, 0.55, 0.12), walnut('x', 0.34, 0.5), bevel=0.01)
box((6.2, 0.01, 0.012), (0, -0.755, 0.05), emissive((1.0, 0.5, 0.18), 5.0), bevel=0)
slat_wall(9, 3.2, (0, 1.75, 0))
for x, y, turn in ((-1.65, 0.42, 30), (-0.56, 0.62, 10), (0.56, 0.62, -10), (1.65, 0.42, -30)):
    armchair('#4a2818').place((x, y, 0.24), turn=turn)
for x in (-1.1, 0, 1.1):
    side_table(0.17, 0.44).place((x, 0.42, 0.24))
    cup().place((x + 0.04, 0.40, 0.68), turn=40 * x)
for x in (-1.3, 1.3):
    box((0.045, 0.03, 2.0), (x * 2.0, 1.70, 1.5), emissive((1.0, 0.52, 0.2), 3.0), bevel=0.004)
on_air_sign((0, 1.66, 2.28), scale=1.5)
for x, y, turn in ((-0.66, -3.3, 170), (0.86, -2.75, 192)):
    tripod(1.34).place((x, y, 0), turn=turn)
    cinema_camera(drawn('viewfinder', 'podcast-2'), 0.9).place((x, y, 1.34), turn=turn)
key((-2.2, -2.2, 3.6), (0, 0.5, 0.8), size=1.2, energy=220)
rim((2.6, 1.2, 3.3), (0.5, 0.5, 0.8), size=0.8, energy=70)
area((0, 1.3, 3.1), (0, 1.75, 0.8), 4.0, 26, size_y=0.2)
rim((0, -2.2, 3.0), (0, -3.2, 1.4), size=1.4, energy=20)
camera((0.1, -5.2, 1.72), (0.02, 0.2, 1.20), lens=41, fstop=2.0, focus=(0, 0.4, 0.8))
render('livestream-2')
