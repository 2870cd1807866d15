"""Behind the camera: the empty interview set, sharp on its monitor and soft beyond it."""
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), '..'))
from parts import drawn
from props_video import cinema_camera, tripod
from sets import talk_set, working_softbox
from studio import *

reset()
world()
talk_set()
tripod(1.16).place((0.30, -2.75, 0), turn=174)
rig = cinema_camera(drawn('viewfinder', 'podcast-2'), 1.1).place((0.30, -2.75, 1.16), turn=174)
working_softbox((-1.72, -0.75, 2.05), turn=70, radius=0.5, strength=0.8, energy=40)
on_air_sign((1.15, 1.64, 2.0))
key((-1.5, -0.8, 2.2), (0, 0.2, 0.6), size=0.9, energy=170)
rim((1.5, -2.0, 2.2), (0.3, -2.75, 1.35), size=0.6, energy=85)
rim((-0.9, -3.2, 2.3), (0.25, -2.8, 1.35), size=0.7, energy=70)
area((0, 1.25, 2.85), (0, 1.7, 0.6), 3.0, 36, size_y=0.15)
camera((0.04, -3.72, 1.60), (0.03, -1.6, 1.40), lens=40, fstop=2.4, focus=(0.3, -2.72, 1.5))
render('video-1', exposure=0.25)
