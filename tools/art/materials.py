"""The studio's surfaces. None is perfectly clean: every one carries wear in its roughness, and what is coarse has relief."""
import bpy

TUNGSTEN = (1.0, 0.69, 0.40)
ON_AIR = (1.0, 0.035, 0.018)
CHARCOAL = (0.018, 0.017, 0.016)
GRAPHITE = (0.045, 0.043, 0.041)


class Surface:
    """Builds one material's nodes with as little ceremony as possible."""

    def __init__(self, name, **inputs):
        self.material = bpy.data.materials.new(name)
        self.material.use_nodes = True
        self.nodes, self.links = self.material.node_tree.nodes, self.material.node_tree.links
        self.bsdf = self.nodes['Principled BSDF']
        coordinates = self.nodes.new('ShaderNodeTexCoord')
        self.object, self.uv = coordinates.outputs['Object'], coordinates.outputs['UV']
        self.set(self.bsdf, inputs)

    def set(self, node, inputs):
        for key, value in inputs.items():
            if isinstance(value, bpy.types.NodeSocket):
                self.links.new(value, node.inputs[key])
            else:
                if isinstance(value, tuple) and len(value) == 3 and node.inputs[key].type == 'RGBA':
                    value = (*value, 1)
                node.inputs[key].default_value = value

    def node(self, kind, inputs=None, **attributes):
        node = self.nodes.new('ShaderNode' + kind)
        for key, value in attributes.items():
            setattr(node, key, value)
        self.set(node, inputs or {})
        return node

    def mapped(self, scale, source=None, each=False):
        """Coordinates stretched by `scale`; with `each`, every object gets its own piece of the pattern."""
        inputs = {'Vector': source or self.object, 'Scale': scale}
        if each:
            shift = self.node('VectorMath', {0: self.node('ObjectInfo').outputs['Random'], 1: (37, 23, 11)}, operation='MULTIPLY')
            inputs['Location'] = shift.outputs[0]
        return self.node('Mapping', inputs).outputs[0]

    def noise(self, scale, detail=4.0, vector=None, distortion=0.0, roughness=0.5):
        values = {'Vector': vector or self.object, 'Scale': scale, 'Detail': detail, 'Distortion': distortion, 'Roughness': roughness}
        return self.node('TexNoise', values).outputs['Fac']

    def ramp(self, value, *stops):
        """Maps 0..1 through (position, grey or colour) stops."""
        node = self.node('ValToRGB', {'Fac': value})
        elements = node.color_ramp.elements
        while len(elements) < len(stops):
            elements.new(0.5)
        for element, (position, colour) in zip(elements, stops):
            element.position = position
            element.color = (*colour, 1) if isinstance(colour, tuple) else (colour, colour, colour, 1)
        return node.outputs['Color']

    def math(self, operation, a, b=0.0):
        return self.node('Math', {0: a, 1: b}, operation=operation).outputs[0]

    def mix(self, factor, a, b, blend='MIX'):
        return self.node('MixRGB', {'Fac': factor, 'Color1': a, 'Color2': b}, blend_type=blend).outputs[0]

    def bump(self, height, strength, distance=0.001, normal=None):
        inputs = {'Height': height, 'Strength': strength, 'Distance': distance}
        if normal:
            inputs['Normal'] = normal
        return self.node('Bump', inputs).outputs[0]

    def principled(self, **inputs):
        self.set(self.bsdf, {key.replace('_', ' '): value for key, value in inputs.items()})
        return self.material


def kept(build):
    """Each surface is made once per scene and shared."""
    def once(*args, **kwargs):
        name = build.__name__ + repr(args) + repr(sorted(kwargs.items()))
        name = name[:60]
        found = bpy.data.materials.get(name)
        if found:
            return found
        material = build(*args, **kwargs)
        material.name = name
        return material
    return once


@kept
def coated_metal(colour=CHARCOAL, roughness=0.42, wear=1.0):
    """Powder-coated metal: a fine orange peel, uneven sheen, hairline scratches where hands have been."""
    s = Surface('coated')
    smear = s.ramp(s.noise(14, 6), (0.3, roughness - 0.09), (0.75, roughness + 0.13))
    hair = s.ramp(s.noise(60, 2, s.mapped((1.2, 1.2, 26))), (0.69, 0.0), (0.72, 1.0))
    patch = s.ramp(s.noise(9, 3), (0.48, 0.0), (0.62, 0.55 * wear))
    scratches = s.mix(1.0, hair, patch, 'MULTIPLY')
    worn = tuple(min(1, c * 3.2 + 0.03) for c in colour)
    peel = s.bump(s.noise(2600, 2), 0.16, 0.0004)
    return s.principled(Base_Color=s.mix(scratches, colour, worn), Roughness=smear, Metallic=0.0, Specular=0.5, Normal=peel)


@kept
def brushed_metal(colour=(0.62, 0.58, 0.53), roughness=0.3, along='z'):
    """Bare metal, turned or drawn: the marks run across `along`."""
    s = Surface('brushed')
    stretch = {'x': (1400, 14, 14), 'y': (14, 1400, 14), 'z': (14, 14, 1400)}[along]
    lines = s.noise(1, 3, s.mapped(stretch))
    smudge = s.ramp(s.noise(35, 5), (0.3, roughness - 0.06), (0.75, roughness + 0.16))
    return s.principled(Base_Color=s.mix(s.ramp(lines, (0.3, 0.0), (0.7, 0.35)), colour, tuple(c * 0.7 for c in colour)), Metallic=1.0,
                        Roughness=smear_add(s, smudge, lines), Normal=s.bump(lines, 0.12, 0.0003))


def smear_add(s, base, lines):
    return s.math('ADD', base, s.math('MULTIPLY', s.math('SUBTRACT', lines, 0.5), 0.18))


@kept
def walnut(along='x', roughness=0.36, tone=1.0):
    """Oiled walnut: growth rings drawn out along the grain, open pores, a satin that differs from board to board."""
    s = Surface('walnut')
    order = {'x': (0.7, 9, 9), 'y': (9, 0.7, 9), 'z': (9, 9, 0.7)}[along]
    grain = s.mapped(order, each=True)
    warp = s.noise(0.9, 2, grain, 0.6)
    rings = s.ramp(s.noise(2.3, 3, grain, 1.5, 0.45), (0.30, 0.0), (0.44, 0.55), (0.49, 0.30), (0.58, 0.75), (0.63, 0.5), (0.75, 1.0))
    fibre = s.noise(30, 3, s.mapped(tuple(v * 4 if v > 1 else 0.7 for v in order), each=True), roughness=0.65)
    pores = s.ramp(s.noise(70, 1, s.mapped(tuple(v * 4 if v > 1 else 0.6 for v in order), each=True)), (0.30, 0.0), (0.40, 1.0))
    t = tone
    heart = s.ramp(s.mix(0.4, rings, warp), (0.12, (0.036 * t, 0.019 * t, 0.010 * t)), (0.45, (0.086 * t, 0.047 * t, 0.026 * t)),
                   (0.62, (0.128 * t, 0.073 * t, 0.041 * t)), (0.9, (0.175 * t, 0.105 * t, 0.062 * t)))
    colour = s.mix(0.55, heart, s.ramp(fibre, (0.3, 0.35), (0.7, 1.0)), 'MULTIPLY')
    colour = s.mix(0.6, colour, pores, 'MULTIPLY')
    sheen = s.ramp(s.noise(11, 3), (0.3, roughness - 0.08), (0.75, roughness + 0.16))
    relief = s.bump(pores, 0.25, 0.0005, s.bump(fibre, 0.10, 0.0006))
    return s.principled(Base_Color=colour, Roughness=sheen, Specular=0.42, Normal=relief)


@kept
def foam(colour=(0.021, 0.020, 0.019), pores=900.0):
    """Open-cell foam: swallows light, pitted all over."""
    s = Surface('foam')
    cells = s.node('TexVoronoi', {'Vector': s.object, 'Scale': pores}, feature='F1').outputs['Distance']
    pits = s.mix(0.5, cells, s.noise(pores * 0.7, 3))
    shade = s.mix(s.ramp(pits, (0.25, 0.0), (0.7, 1.0)), tuple(c * 1.5 for c in colour), tuple(c * 0.45 for c in colour))
    shade = s.mix(0.35, shade, s.ramp(s.noise(7, 4), (0.35, 0.4), (0.7, 1.0)), 'MULTIPLY')
    return s.principled(Base_Color=shade, Roughness=0.94, Specular=0.12, Sheen=0.25, Normal=s.bump(pits, 0.9, 0.6 / pores))


@kept
def fabric(colour=(0.05, 0.045, 0.04), threads=700.0, relief=0.6):
    """Woven cloth (threads per metre), slightly uneven, with a soft sheen at the edge."""
    s = Surface('fabric')
    wobble = s.mix(0.004, s.object, s.node('TexNoise', {'Vector': s.object, 'Scale': 30.0}).outputs['Color'], 'ADD')
    weave = [s.node('TexWave', {'Vector': wobble, 'Scale': threads / 6.28 * 1.0, 'Distortion': 1.0, 'Detail': 2.0, 'Detail Scale': 3.0},
                    wave_type='BANDS', bands_direction=d).outputs['Fac'] for d in ('DIAGONAL', 'X', 'Z')]
    height = s.mix(0.5, weave[0], s.mix(0.5, weave[1], weave[2]))
    fuzz = s.noise(threads * 2, 3)
    shade = s.mix(s.mix(0.4, height, fuzz), tuple(c * 0.55 for c in colour), tuple(min(1, c * 1.5) for c in colour))
    return s.principled(Base_Color=shade, Roughness=0.88, Specular=0.2, Sheen=0.6, Normal=s.bump(height, relief, 0.6 / threads))


@kept
def felt(colour=(0.02, 0.019, 0.018)):
    s = Surface('felt')
    fuzz = s.noise(900, 6, roughness=0.7)
    return s.principled(Base_Color=s.mix(fuzz, tuple(c * 0.5 for c in colour), tuple(c * 1.6 for c in colour)), Roughness=0.96, Specular=0.1,
                        Sheen=0.5, Normal=s.bump(fuzz, 0.6, 0.0012))


@kept
def leather(colour=(0.022, 0.018, 0.016), roughness=0.42):
    """Soft leather or the leatherette of ear pads: fine grain, shallow creases."""
    s = Surface('leather')
    grain = s.node('TexVoronoi', {'Vector': s.object, 'Scale': 620.0}, feature='DISTANCE_TO_EDGE').outputs['Distance']
    creases = s.noise(26, 5, distortion=1.4)
    first = s.bump(s.ramp(grain, (0.0, 0.0), (0.25, 1.0)), 0.35, 0.0006)
    shine = s.ramp(s.noise(18, 5), (0.3, roughness - 0.08), (0.75, roughness + 0.15))
    return s.principled(Base_Color=s.mix(creases, tuple(c * 0.7 for c in colour), tuple(c * 1.4 for c in colour)), Roughness=shine,
                        Specular=0.45, Normal=s.bump(creases, 0.18, 0.004, first))


@kept
def rubber(colour=(0.016, 0.0155, 0.015), roughness=0.58):
    s = Surface('rubber')
    dust = s.noise(50, 6)
    return s.principled(Base_Color=s.mix(s.ramp(dust, (0.5, 0.0), (0.8, 0.35)), colour, tuple(c * 2.2 + 0.01 for c in colour)),
                        Roughness=s.ramp(dust, (0.3, roughness - 0.08), (0.7, roughness + 0.1)), Specular=0.4, Normal=s.bump(s.noise(1400, 2), 0.12, 0.0004))


@kept
def plastic(colour=CHARCOAL, roughness=0.38):
    """Moulded plastic with the fine texture of a mould and fingerprints in its sheen."""
    s = Surface('plastic')
    touch = s.ramp(s.noise(22, 6, distortion=0.6), (0.35, roughness - 0.1), (0.7, roughness + 0.14))
    return s.principled(Base_Color=colour, Roughness=touch, Specular=0.5, Normal=s.bump(s.noise(1900, 2), 0.10, 0.0004))


@kept
def plaster(colour=(0.05, 0.046, 0.043)):
    """A painted wall."""
    s = Surface('plaster')
    blotch = s.noise(1.6, 5)
    return s.principled(Base_Color=s.mix(s.ramp(blotch, (0.3, 0.0), (0.7, 0.5)), colour, tuple(c * 0.72 for c in colour)),
                        Roughness=s.ramp(s.noise(5, 4), (0.3, 0.62), (0.7, 0.8)), Specular=0.3,
                        Normal=s.bump(s.noise(240, 4), 0.2, 0.0015, s.bump(s.noise(7, 3), 0.12, 0.01)))


@kept
def carpet(colour=(0.03, 0.028, 0.027)):
    s = Surface('carpet')
    tufts = s.node('TexVoronoi', {'Vector': s.object, 'Scale': 260.0}).outputs['Distance']
    return s.principled(Base_Color=s.mix(s.mix(0.5, tufts, s.noise(16, 5)), tuple(c * 1.5 for c in colour), tuple(c * 0.4 for c in colour)),
                        Roughness=0.97, Specular=0.08, Sheen=0.4, Normal=s.bump(tufts, 1.0, 0.004))


@kept
def concrete(colour=(0.06, 0.056, 0.052), roughness=0.34):
    """A sealed screed: clouds, fine aggregate, a sheen worn in the middle of the way."""
    s = Surface('concrete')
    clouds, grit = s.noise(2.2, 6, roughness=0.62), s.noise(210, 2)
    shade = s.mix(0.25, s.mix(clouds, tuple(c * 0.55 for c in colour), tuple(c * 1.4 for c in colour)), grit, 'MULTIPLY')
    return s.principled(Base_Color=shade, Roughness=s.ramp(s.noise(4, 5), (0.3, roughness - 0.1), (0.7, roughness + 0.2)), Specular=0.45,
                        Normal=s.bump(grit, 0.05, 0.001, s.bump(clouds, 0.05, 0.01)))


@kept
def paper(colour=(0.55, 0.50, 0.43)):
    s = Surface('paper')
    return s.principled(Base_Color=s.mix(s.ramp(s.noise(60, 5), (0.3, 0.0), (0.7, 0.12)), colour, tuple(c * 0.7 for c in colour)), Roughness=0.85,
                        Specular=0.2, Normal=s.bump(s.noise(300, 3), 0.08, 0.0005))


@kept
def ceramic(colour=(0.05, 0.042, 0.037), roughness=0.3):
    s = Surface('ceramic')
    return s.principled(Base_Color=s.mix(s.ramp(s.noise(340, 2), (0.66, 0.0), (0.7, 0.6)), colour, tuple(c * 0.3 for c in colour)),
                        Roughness=s.ramp(s.noise(20, 4), (0.3, roughness - 0.08), (0.7, roughness + 0.15)), Normal=s.bump(s.noise(60, 3), 0.06, 0.002))


@kept
def glass(roughness=0.02, tint=(0.97, 0.98, 0.97)):
    """Thin panes and vessels: straight through for light, so that no caustics speckle the picture."""
    s = Surface('glass')
    smear = s.ramp(s.noise(9, 5), (0.4, roughness), (0.8, roughness + 0.09))
    reflect = s.node('BsdfGlossy', {'Roughness': smear})
    clear = s.node('BsdfTransparent', {'Color': tint})
    edge = s.node('Fresnel', {'IOR': 1.45}).outputs[0]
    mixed = s.node('MixShader', {0: edge, 1: clear.outputs[0], 2: reflect.outputs[0]})
    s.links.new(mixed.outputs[0], s.nodes['Material Output'].inputs['Surface'])
    return s.material


@kept
def emissive(colour=TUNGSTEN, strength=4.0):
    s = Surface('lamp', **{'Base Color': (0, 0, 0), 'Roughness': 0.6})
    return s.principled(Emission=colour, Emission_Strength=strength)


@kept
def woven_grille(colour=(0.50, 0.46, 0.41), around=150, along=1300.0, hole=0.42, roughness=0.3):
    """Wire mesh on a turned body (uses its UV): real holes, round wires over and under."""
    s = Surface('grille')
    split = s.node('SeparateXYZ', {'Vector': s.uv})
    u = s.math('MULTIPLY', split.outputs[0], around * 6.28318)
    v = s.math('MULTIPLY', split.outputs[1], along * 3.14159)
    wires = [s.math('ABSOLUTE', s.math('SINE', s.math('MULTIPLY', w, 0.5))) for w in (u, s.math('MULTIPLY', v, 2.0))]
    # |sin| is 0 on a wire and 1 between two: a hole is where both are high.
    gap = s.math('MINIMUM', wires[0], wires[1])
    solid = s.ramp(gap, (1 - hole - 0.06, 1.0), (1 - hole + 0.06, 0.0))
    relief = s.bump(s.math('SUBTRACT', 1.0, gap), 0.9, 0.0006)
    tarnish = s.ramp(s.noise(45, 5), (0.3, roughness - 0.08), (0.75, roughness + 0.2))
    return s.principled(Base_Color=colour, Metallic=1.0, Roughness=tarnish, Alpha=solid, Normal=relief)
