"""A table-top shoot: the camera hangs over a cup of kopi on its paper sweep."""
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), '..'))
from props_set import cup, stand
from props_video import cinema_camera
from parts import Prop
from sets import working_softbox
from studio import *

reset()
world()
floor()
foam_wall(16, 9, (0, 2.4, 0.1))
table(1.5, 0.8, 0.74, (0, 0.1, 0))
sweep_paper = Prop('sweep')
outline = [(-0.32, 0.7445)] + [(0.2 + 0.16 * math.sin(a), 0.9045 - 0.16 * math.cos(a)) for a in (i * math.pi / 24 for i in range(13))] + [(0.36, 1.02)]
sweep_paper.extrude(outline + [(y + 0.0008, z - 0.0008) for y, z in reversed(outline)], 0.86, (0, 0, 0), paper((0.30, 0.21, 0.14)), bevel=0)
box((0.42, 0.26, 0.022), (0.02, -0.02, 0.756), walnut('x', 0.34, 1.1), (0, 0, -9), bevel=0.006)
cup().place((-0.06, -0.05, 0.767), turn=-35, scale=1.15)
lathe([(0, 0), (0.044, 0), (0.0455, 0.002), (0.0455, 0.004), (0.0445, 0.006), (0.0445, 0.120), (0.0455, 0.122), (0.0455, 0.126), (0.0465, 0.127), (0.0465, 0.140), (0.045, 0.142), (0, 0.1425)], brushed_metal((0.5, 0.36, 0.2), 0.3), (0.105, 0.03, 0.767))
lathe([(0.04475, 0.022), (0.0449, 0.0225), (0.0449, 0.1045), (0.04475, 0.105)], paper((0.42, 0.10, 0.06)), (0.105, 0.03, 0.767))
for i, (x, y) in enumerate(((0.02, -0.115), (0.045, -0.10), (0.03, -0.085), (0.07, -0.112))):
    lathe([(0, 0), (0.004, 0.0005), (0.0058, 0.003), (0.004, 0.0055), (0, 0.006)], ceramic((0.03, 0.012, 0.005), 0.3), (x, y, 0.767), (0, 0, i * 50), segments=24)
cinema_camera().place((0.02, 0.12, 1.47), tilt=90)
rod((0.02, 0.16, 1.50), (1.05, 0.34, 1.62), 0.016, brushed_metal())
rod((0.02, 0.13, 1.44), (0.02, 0.13, 1.58), 0.02, coated_metal())
cylinder(0.035, 0.06, (1.05, 0.34, 1.62), plastic(), (90, 0, 0))
stand(1.66).place((1.05, 0.34, 0))
working_softbox((-0.72, 0.06, 1.26), turn=62, tilt=22, radius=0.34, strength=0.6, energy=16)
on_air_sign((0.62, 2.25, 1.42), (0, 0, -8))
rim((0.9, 1.0, 2.1), (0.05, 0.1, 1.4), size=0.7, energy=90)
rim((-1.4, -0.9, 2.2), (0.05, 0.0, 1.45), size=0.8, energy=75)
area((0.3, 1.7, 2.9), (0.3, 2.4, 1.0), 0.8, 50)
camera((0.42, -1.85, 1.30), (0.06, 0.05, 1.12), lens=48, fstop=2.8, focus=(-0.02, -0.05, 0.82))
render('video-2')
