"""Headphones put down on the table between two takes."""
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), '..'))
from studio import *  # noqa: E402,F401,F403

reset()
world()
table(1.9, 0.95, 0.74, (0.1, 0.1, 0))
floor()
slat_wall(3.6, 2.6, (0.4, 1.6, 0), tone=0.8)
headphones((0.03, 0.0, 0.7915), (-79, 0, 28), lead=[(-0.02, -0.08, 0.747), (-0.08, -0.12, 0.7475), (-0.17, -0.10, 0.7475), (-0.26, -0.02, 0.7475), (-0.38, 0.02, 0.7475), (-0.55, 0.2, 0.7475), (-0.75, 0.5, 0.7475)])
notebook((0.33, 0.05, 0.74), -18)
mug((0.33, 0.33, 0.74), -50)
_, stud, tail = broadcast_mic((-0.17, 0.46, 0.96), (-0.75, -0.65, -0.1))
boom_arm((0.30, 0.55, 0.74), stud, 0.36, 0.36, lead=tail)
on_air_sign((-0.02, 1.54, 1.02), scale=0.9)
shade_lamp((0.72, 1.2, 0), 1.08, 0.16, energy=9)
key((0.62, -0.25, 1.55), (0.03, 0, 0.78), 0.4, 24, spread=110)
area((-0.6, 0.5, 1.25), (0, 0, 0.8), 0.4, 10, name='edge')
camera((-0.13, -0.80, 1.02), (0.035, 0.06, 0.84), lens=56, fstop=2.8, focus=(0.03, -0.03, 0.79))
render('headphones', samples=64)
