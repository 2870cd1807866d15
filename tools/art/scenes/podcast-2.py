"""A talk show waiting for its guests."""
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), '..'))
from sets import talk_set
from studio import *

reset()
world()
talk_set()
on_air_sign((0.98, 1.64, 1.92))
key((-1.9, -1.7, 2.9), (0, 0.1, 0.55), size=1.0, energy=120)
rim((2.0, 1.2, 2.7), (0.7, 0.1, 0.6), size=0.6, energy=40)
area((0, 1.25, 2.85), (0, 1.7, 0.6), 2.4, 14, size_y=0.15)
camera((0.42, -3.9, 1.30), (0.04, 0.1, 0.92), lens=43, fstop=2.8, focus=(0, 0.0, 0.8))
render('podcast-2')
