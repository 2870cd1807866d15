"""The first picture of the site: two microphones, one lamp, the left of the room kept dark for the headline."""
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), '..'))
from room import evening_room  # noqa: E402
from studio import *  # noqa: E402,F401,F403

reset()
world()
evening_room()
camera((-0.14, -1.40, 1.20), (0.015, 0.3, 1.045), lens=46, fstop=2.2, focus=(0.10, -0.13, 1.06))
render('hero', 2560, 1440, samples=72)
