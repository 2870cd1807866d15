import { NextIntlClientProvider, type Messages as Dictionary } from 'next-intl'
import { getMessages } from 'next-intl/server'
import type { ReactNode } from 'react'
import { AllWords } from '@/components/all-words'

type Tree = { [key: string]: unknown }
/** A part of the dictionary: a namespace ("booking", "pages.home.slot") or one message of it. */
export type Namespace = PathOf<Dictionary>
type PathOf<T> = {
  [Key in keyof T & string]: T[Key] extends string ? Key : Key | `${Key}.${PathOf<T[Key]>}`
}[keyof T & string]

/**
 * Provides client components with `common` and these namespaces, nothing else: the whole dictionary
 * in every page would be larger than the page. A nested provider replaces the messages of the outer
 * one.
 */
export async function Messages({
  namespaces = [],
  children,
}: {
  namespaces?: readonly Namespace[]
  children: ReactNode
}) {
  const messages = pick(await getMessages(), ['common', ...namespaces])
  return (
    <NextIntlClientProvider messages={messages}>
      <AllWords>{children}</AllWords>
    </NextIntlClientProvider>
  )
}

/** The parts of the dictionary at these paths, each at its place. */
function pick(dictionary: Dictionary, paths: readonly Namespace[]): Partial<Dictionary> {
  const picked: Tree = {}
  for (const path of paths) {
    const keys = path.split('.')
    const last = keys.pop() ?? ''
    let [from, to]: [Tree, Tree] = [dictionary, picked]
    for (const key of keys) [from, to] = [from[key] as Tree, (to[key] ??= {}) as Tree]
    to[last] = from[last]
  }
  return picked
}
