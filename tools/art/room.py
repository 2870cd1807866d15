"""The studio's own room, which the hero pictures and the podcasts share: the long table, two microphones, the slat wall, the sign."""
from studio import *  # noqa: F401,F403


def evening_room(sign=True, lamp=True, near=True):
    """Lays the table and lights it. The near microphone's windscreen is at (0.10, -0.13, 1.06)."""
    table(2.1, 0.95, 0.74, (0.38, 0.22, 0))
    floor()
    slat_wall(3.2, 2.8, (1.25, 1.62, 0))
    foam_wall(9, 9, (-1.72, 1.62, 0))
    if near:
        _, stud, tail = broadcast_mic((0.14, -0.12, 1.06), (-0.86, -0.42, -0.06))
        boom_arm((0.50, 0.46, 0.74), stud, 0.46, 0.44, out=(0.12, 0.1, 0), lead=tail)
    _, stud, tail = broadcast_mic((0.58, 0.42, 1.07), (0.30, -0.9, -0.04))
    boom_arm((1.05, 0.60, 0.74), stud, 0.42, 0.42, out=(0.2, 0.0, 0), lead=tail)
    chair((0.55, 1.0, 0.02), 12)
    headphones((0.47, -0.05, 0.7915), (-79, 0, -30))
    mug((0.79, 0.18, 0.74), -40)
    notebook((-0.02, 0.16, 0.74), 24)
    black = rubber()
    cable([(0.47, 0.45, 0.755), (0.40, 0.50, 0.7435), (0.22, 0.46, 0.7435), (0.10, 0.55, 0.7435), (-0.05, 0.60, 0.7435), (-0.12, 0.72, 0.70)], 0.0031, black)
    if sign:
        on_air_sign((0.52, 1.555, 1.40), scale=1.1)
    if lamp:
        shade_lamp((1.18, 1.25, 0), 1.20, 0.16)
    key((0.95, -0.35, 1.95), (0.18, 0.0, 1.0), 0.45, 46, spread=100)
    area((-0.55, 0.75, 1.75), (0.15, -0.1, 1.05), 0.35, 9, name='edge')
    area((0.7, 1.1, 2.5), (0.75, 1.62, 1.2), 0.5, 9, name='wall wash', size_y=0.1)
