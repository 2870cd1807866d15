"""The talk set: two armchairs, a table between them, microphones on floor stands, the slat wall behind. Shared by every picture that shows it."""
from props_set import armchair, cup, rug, side_table, softbox, stand
from studio import *


def boomed_mic(base, mouth, aim):
    """A broadcast microphone before a guest's mouth, carried by a floor stand's boom."""
    _, end, _ = broadcast_mic(mouth, aim)
    mic_stand(base, 1.05, end)


def working_softbox(at, turn, tilt=14, radius=0.46, strength=0.6, energy=60):
    """A softbox on its stand, giving light: its front looks towards -y before `turn`, and down by `tilt`.

    The light stands clear of the lip: any nearer and it shines back on a part of the cloth, which shows as a hard white patch."""
    box_ = softbox(radius, strength).place(at, turn=turn, tilt=tilt)
    lamp = area((0, -0.08, 0), (0, -1, 0), radius * 1.7, energy, spread=140, name='softbox')
    lamp.parent = box_.root
    mount = box_.root.matrix_basis @ Vector((0, 0.50, -0.22))
    stand(mount.z).place((mount.x, mount.y, 0))
    return box_


def talk_set(mics=True, lamp=True):
    """Chairs at x = ±0.78 turned to each other, facing -y; the wall is at y = 1.7."""
    floor()
    slat_wall(7.5, 2.9, (0, 1.7, 0))
    rug(2.9, 2.0).place((0, -0.05, 0))
    armchair('#4a2818').place((-0.80, 0.15, 0), turn=34)
    armchair('#4a2818').place((0.80, 0.15, 0), turn=-34)
    side_table(0.24, 0.46).place((0, 0.12, 0))
    cup().place((-0.09, 0.06, 0.46), turn=150)
    cup().place((0.09, 0.19, 0.46), turn=20)
    if mics:
        boomed_mic((-0.34, 0.62, 0), (-0.50, -0.05, 1.06), (-0.75, 0.35, 0.1))
        boomed_mic((0.34, 0.62, 0), (0.50, -0.05, 1.06), (0.75, 0.35, 0.1))
    if lamp:
        shade_lamp((-1.72, 1.05, 0), 1.42, energy=9)
