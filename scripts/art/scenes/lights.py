"""A softbox and a fresnel at work on the guest's chair."""
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), '..'))
from props_set import armchair, fresnel, softbox, stand
from sets import boomed_mic
from studio import *

reset()
world()
floor()
softbox(0.46, strength=0.75).place((-0.52, 0.05, 1.74), turn=50, tilt=-12)
stand(1.40).place((-0.92, 0.39, 0))
fresnel(strength=2.0).place((1.62, 1.35, 1.92), turn=-40, tilt=-10)
stand(1.64).place((1.56, 1.46, 0))
armchair('#4a2818').place((0.72, 0.55, 0), turn=-26)
boomed_mic((1.42, 0.62, 0), (0.50, 0.22, 1.08), (0.3, 0.8, 0.05))
foam_wall(18, 10, (0.2, 2.4, 0.05))
on_air_sign((0.62, 2.25, 1.86), (0, 0, -4))
area((-0.32, -0.16, 1.66), (0.72, 0.5, 0.7), 0.8, 85, spread=110, name='key')
key((-2.2, -0.9, 2.5), (-0.7, 0.2, 1.8), size=0.6, energy=60)
rim((-0.2, 1.9, 2.8), (-0.7, 0.3, 1.9), size=0.6, energy=60)
rim((1.55, 1.25, 1.9), (0.8, 0.5, 0.8), size=0.25, energy=34)
rim((2.6, 0.6, 2.4), (1.6, 1.3, 1.9), size=0.4, energy=30)
area((0.6, 1.7, 3.3), (0.5, 2.4, 1.4), 0.9, 50)
camera((0.55, -2.7, 1.38), (0.40, 0.5, 1.32), lens=32, fstop=2.2, focus=(-0.2, 0.3, 1.5))
render('lights')
