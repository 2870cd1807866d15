"""The hero's room for a phone held upright: microphone and sign above, the table running into the dark below."""
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), '..'))
from room import evening_room  # noqa: E402
from studio import *  # noqa: E402,F401,F403

reset()
world()
evening_room()
camera((0.07, -1.35, 1.10), (0.16, 0.3, 0.942), lens=62, fstop=2.4, focus=(0.10, -0.13, 1.06))
render('hero-portrait', 1440, 1920, samples=72)
