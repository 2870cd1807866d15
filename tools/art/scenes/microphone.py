"""The broadcast microphone of the hero picture, close, in its yoke: the lit sign soft above it, the lamp at the edge."""
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), '..'))
from room import evening_room  # noqa: E402
from studio import *  # noqa: E402,F401,F403

reset()
world()
evening_room()
area((-0.75, -0.35, 1.30), (0.08, -0.12, 1.06), 0.3, 5, name='fill')
camera((-0.12, -1.05, 1.105), (0.19, -0.12, 1.098), lens=58, fstop=2.8, focus=(0.10, -0.15, 1.06))
render('microphone', samples=64)
