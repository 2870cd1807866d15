import { lazy, type ComponentType, type LazyExoticComponent } from 'react'

// Code that is loaded when it is used. After a deployment, or without a connection, it may be gone:
// the page then says so (components/browser/part-notice.tsx). Every import() of a component goes
// through here.

/** What the page has to say without any further code. */
export type Said = {
  /** A part of the code could not be loaded: only a reload helps. */
  isMissing: boolean
  /** A notice whose own code could not be loaded. */
  notice: { title: string; description: string } | null
}

export const NOTHING_SAID: Said = { isMissing: false, notice: null }
let said = NOTHING_SAID
const listeners = new Set<() => void>()

export const saidNow = (): Said => said
export function onSaid(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
export function say(change: Partial<Said>): void {
  said = { ...said, ...change }
  listeners.forEach((listener) => listener())
}

/** A part of the code could not be loaded, and the visitor has been told. */
export class PartMissing extends Error {
  constructor(cause: unknown) {
    super('A part of the code could not be loaded', { cause })
    this.name = 'PartMissing'
  }
}

/** Loads a part that is needed now. Tells the visitor and throws PartMissing when it is gone. */
export async function part<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await load()
  } catch (error) {
    say({ isMissing: true })
    throw new PartMissing(error)
  }
}

/** Loads a part ahead of its use. When it is gone, its use says so. */
export const prepare = (load: () => Promise<unknown>): void => void load().catch(() => undefined)

const Nothing = () => null

/** The component of a part; when it is gone, one that shows nothing beside what the page says. */
export const partOrNothing = <Props>(
  load: () => Promise<ComponentType<Props>>,
): Promise<ComponentType<Props>> => part(load).catch((): ComponentType<Props> => Nothing)

/** A component that is loaded when it is rendered. */
export const lazyPart = <Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): LazyExoticComponent<ComponentType<Props>> =>
  lazy(async () => ({ default: await partOrNothing(load) }))
