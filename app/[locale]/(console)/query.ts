import type { ZodMiniType, output } from 'zod/mini'

type Shape = ZodMiniType<unknown, unknown>

/** The address's query parsed by a list's schema; invalid values are ignored. */
export function readQuery<S extends Shape>(
  shape: S,
  query: Record<string, string | string[] | undefined>,
  fixed: Record<string, string> = {},
): output<S> {
  const merged = { ...query, ...fixed }
  const whole = shape.safeParse(merged)
  if (whole.success) return whole.data
  const broken = new Set(whole.error.issues.map(({ path }) => String(path[0])))
  return shape.parse(Object.fromEntries(Object.entries(merged).filter(([key]) => !broken.has(key))))
}
