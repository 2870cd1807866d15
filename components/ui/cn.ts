// The groups of classes that callers override on a primitive. A library that knows every class adds
// 8 KB to each page with a form.
const FAMILIES: [family: string, pattern: RegExp][] = [
  ['align', /^text-(?:left|center|right)$/],
  ['font', /^text-(?:xs|sm|base|lg|\d?xl)$/],
  ['colour', /^text-(?!balance|pretty|wrap|nowrap)/],
  ['weight', /^font-(?:normal|medium|semibold|bold)$/],
  ['border', /^border(?:-\d)?$/],
  ['edge', /^border-(?!\d|dashed|collapse|[trblxy](?:-|$))/],
  ['display', /^(?:block|grid|flex|inline-(?:block|flex|grid)|hidden|contents)$/],
  ['position', /^(?:static|relative|absolute|fixed|sticky)$/],
]
const NAMED =
  /^-?((?:min-|max-)?[hw]|size|[mp][xytrbl]?|gap(?:-[xy])?|rounded|opacity|bg|items|content|self|justify(?:-(?:self|items))?)-/

const SIDE = /^(border-[trblxy])(?:-\d)?$/

const familyOf = (name: string) =>
  (NAMED.exec(name) ?? SIDE.exec(name))?.[1] ??
  FAMILIES.find(([, pattern]) => pattern.test(name))?.[0]

/** The groups that one group overrides: `p-5` overrides `px-3`, `size-11` overrides `h-9`. */
function shorthandsOf(family: string): string[] {
  if (family === 'h' || family === 'w') return ['size']
  const [, box, side = ''] = /^([mp]|gap)-?([xytrbl])$/.exec(family) ?? []
  if (!box) return []
  return /[xy]/.test(side) ? [box] : [box, box + (/[lr]/.test(side) ? 'x' : 'y')]
}

/**
 * Joins class names; of two that set the same size, spacing, radius, position, colour or weight,
 * the later wins.
 */
export function cn(...classes: (string | false | null | undefined)[]): string {
  const taken = new Set<string>()
  const kept = classes
    .filter(Boolean)
    .join(' ')
    .split(' ')
    .reverse()
    .filter((name) => {
      const at = name.lastIndexOf(':') + 1
      const family = familyOf(name.slice(at))
      if (!family) return true
      const where = name.slice(0, at) + (name.endsWith('!') ? '!' : '')
      const isTaken = [family, ...shorthandsOf(family)].some((each) => taken.has(where + each))
      taken.add(where + family)
      return !isTaken
    })
  return kept.reverse().join(' ')
}
