"""The broadcast microphone alone and close, in its yoke, the lit sign only a red haze behind it."""
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), '..'))
from studio import *  # noqa: E402,F401,F403

reset()
world()
slat_wall(3.4, 2.6, (0.55, 1.5, 0), tone=0.7)
foam_wall(5, 8, (-1.9, 1.5, 0))
_, stud, tail = broadcast_mic((0.055, 0, 1.20), (-0.98, -0.22, -0.08))
boom_arm((0.62, 0.42, 0.80), stud, 0.46, 0.42, out=(0.1, 0.2, 0), lead=tail)
on_air_sign((0.22, 1.43, 1.25), scale=0.75)
shade_lamp((1.18, 1.2, 0), 1.19, 0.15, energy=8)
key((0.10, -0.62, 1.85), (0.02, 0, 1.19), 0.26, 17, spread=100)
area((-0.75, 0.35, 1.42), (0, 0, 1.2), 0.3, 11, name='edge')
area((0.75, 0.5, 1.6), (0.05, 0, 1.2), 0.25, 7, name='edge behind')
camera((-0.30, -0.85, 1.23), (0.035, 0, 1.175), lens=70, fstop=2.8, focus=(0.0, -0.04, 1.2))
render('microphone', samples=64)
