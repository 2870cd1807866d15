"""A softbox and a fresnel at work on the guest's chair."""
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), '..'))
from props_set import armchair, fresnel, rug, stand
from sets import boomed_mic, working_softbox
from studio import *

reset()
world()
floor()
working_softbox((-0.46, 0.0, 1.72), turn=62, tilt=14, strength=0.55, energy=85)
fresnel(strength=2.0).place((1.62, 1.35, 1.92), turn=-40, tilt=14)
stand(1.70).place((1.56, 1.46, 0))
rug(2.4, 1.7).place((0.72, 0.45, 0), turn=-8)
armchair('#4a2818').place((0.72, 0.55, 0), turn=-26)
boomed_mic((1.42, 0.62, 0), (0.50, 0.22, 1.08), (0.3, 0.8, 0.05))
slat_wall(9, 3.2, (0.2, 2.4, 0), tone=0.9)
on_air_sign((0.62, 2.25, 1.86), (0, 0, -4))
key((-2.2, -0.9, 2.5), (-0.7, 0.2, 1.8), size=0.6, energy=60)
rim((-0.2, 1.9, 2.8), (-0.7, 0.3, 1.9), size=0.6, energy=60)
rim((1.55, 1.25, 1.9), (0.8, 0.5, 0.8), size=0.25, energy=34)
rim((2.6, 0.6, 2.4), (1.6, 1.3, 1.9), size=0.4, energy=30)
area((0.5, 1.9, 3.2), (0.5, 2.4, 1.2), 3.0, 42, name='wall wash', size_y=0.2)
camera((0.55, -2.7, 1.30), (0.40, 0.5, 1.14), lens=29, fstop=2.2, focus=(0.1, 0.3, 1.3))
render('lights')
