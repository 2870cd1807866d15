"""The cinema camera on its fluid head, its lens turned to the key; softbox and ON AIR lamp soft behind it."""
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), '..'))
from parts import drawn
from props_video import cinema_camera, tripod
from sets import working_softbox
from studio import *

reset()
world()
floor()
tripod(1.2).place((0.16, 0, 0), turn=-42)
cinema_camera(drawn('viewfinder')).place((0.16, 0, 1.2), turn=-42)
slat_wall(9, 3, (0.3, 2.9, 0), tone=1.1)
on_air_sign((1.20, 2.8, 1.72), (0, 0, -8))
shade_lamp((1.72, 2.45, 0), 1.20, energy=14)
working_softbox((-0.46, 1.9, 1.70), turn=42, radius=0.42, strength=0.42, energy=18)
key((-1.35, -1.0, 1.85), (0.1, 0, 1.3), size=0.45, size_y=1.2, energy=85)
area((0.15, 0.35, 2.3), (0.15, 0, 1.3), 0.9, 30, name='top')
rim((1.4, 0.7, 1.75), (0.16, 0, 1.3), size=0.6, energy=45)
area((0.5, 2.3, 3.0), (0.6, 2.9, 1.2), 2.6, 60, name='wall wash', size_y=0.2)
red((1.1, 0.6, 1.5), (0.2, 0, 1.3), size=0.3, energy=2)
camera((-0.15, -1.95, 1.42), (0.10, 0, 1.355), lens=66, fstop=2.0, focus=(0.03, -0.17, 1.32))
render('camera')
