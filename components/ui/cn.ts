import { clsx, type ClassValue } from 'clsx'

// The families of classes that callers change about a primitive: box, colours, text. A library that knows every class
// there is weighs 8 KB on each page with a form.
const FAMILY =
  /^(.*:)?-?(?:((?:min-|max-)?[hw]|size|[mp][xytrbl]?|gap(?:-[xy])?|rounded|opacity|bg)-|(text-(?:left|center|right))$|(text-(?:xs|sm|base|lg|\d?xl))$|(text)-(?!balance|pretty|wrap|nowrap)|(border(?:-\d)?)$|(block|grid|flex|inline-(?:block|flex|grid)|hidden|contents)$)/

// `p-5` says all that `px-3` says, `size-11` all that `h-9` says.
const shorthandOf = (family: string) => (/^[hw]$/.test(family) ? 'size' : family.replace(/^([mp]|gap)-?[xytrbl]$/, '$1'))

function familyOf(name: string): [variants: string, family: string] | null {
  const found = FAMILY.exec(name)
  if (!found) return null
  const [, variants = '', box, align, size, colour, border] = found
  return [variants, box ?? (align ? 'align' : size ? 'font' : colour ? 'colour' : border ? 'border' : 'display')]
}

/** Joins class names; of two that set the same size, space, roundness, colour or display, the later wins. */
export function cn(...classes: ClassValue[]): string {
  const taken = new Set<string>()
  const kept = clsx(classes)
    .split(' ')
    .reverse()
    .filter((name) => {
      const found = familyOf(name)
      if (!found) return true
      const [variants, family] = found
      const isTaken = taken.has(variants + family) || taken.has(variants + shorthandOf(family))
      taken.add(variants + family)
      return !isTaken
    })
  return kept.reverse().join(' ')
}
