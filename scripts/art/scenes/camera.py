"""The cinema camera on its fluid head, its lens turned to the key; softbox and ON AIR lamp soft behind it."""
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), '..'))
from parts import drawn
from props_set import softbox, stand
from props_video import cinema_camera, tripod
from studio import *

reset()
world()
floor()
tripod(1.2).place((0.16, 0, 0), turn=-42)
cinema_camera(drawn('viewfinder')).place((0.16, 0, 1.2), turn=-42)
foam_wall(16, 9, (0.3, 2.9, 0.1))
on_air_sign((1.06, 2.7, 1.80), (0, 0, -10))
softbox(0.42, strength=0.5, grid=False).place((-0.78, 2.0, 1.62), turn=22)
stand(1.42).place((-0.88, 2.4, 0))
key((-1.35, -1.0, 1.85), (0.1, 0, 1.3), size=0.45, size_y=1.2, energy=120)
area((0.15, 0.35, 2.3), (0.15, 0, 1.3), 0.9, 70, name='top')
rim((1.4, 0.7, 1.75), (0.16, 0, 1.3), size=0.6, energy=55)
area((0.6, 2.1, 3.0), (0.6, 2.9, 1.2), 0.8, 110)
red((1.1, 0.6, 1.5), (0.2, 0, 1.3), size=0.3, energy=2)
camera((-0.15, -1.95, 1.42), (0.10, 0, 1.355), lens=66, fstop=2.0, focus=(0.03, -0.17, 1.32))
render('camera')
