// The console's server actions, found by looking, so that a new one is under test without being named
// here. A test file replaces next/headers by `sentHeaders`, because only Next's server knows the
// request of an action:
//   jest.mock('next/headers', () => ({ headers: () => sentHeaders() }))
import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { actionOf } from '@/lib/http/action'
import type { Handler } from '@/lib/route'
import type { Method } from './routes'

type Action = ReturnType<typeof actionOf>
export type ServerAction = {
  name: string
  method: Method
  /** Of the route that it stands for, as the folders spell it. */
  path: string
  handler: Handler
  action: Action
}

const CONSOLE = 'app/[locale]/(console)'
const IMPORT = /^import \{ (\w+)(?: as (\w+))? \} from '@\/app(\/api\/.+)\/route'$/gm
const EXPORT = /^export const (\w+) = actionOf\((\w+)\)$/gm

export async function consoleActions(): Promise<ServerAction[]> {
  const files = readdirSync(CONSOLE, { recursive: true, encoding: 'utf8' })
    .map((file) => join(CONSOLE, file))
    .filter((file) => file.endsWith('.ts') && readFileSync(file, 'utf8').startsWith("'use server'"))
  const lists = await Promise.all(
    files.map(async (file) => {
      const text = readFileSync(file, 'utf8')
      const actions = (await import(resolve(file))) as Record<string, Action>
      const routes = new Map(
        [...text.matchAll(IMPORT)].map(([, method = '', name = method, path = '']) => [
          name,
          { method: method as Method, path },
        ]),
      )
      return Promise.all(
        [...text.matchAll(EXPORT)].map(async ([, name = '', made = '']) => {
          const { method, path } = routes.get(made)!
          const route = (await import(resolve(`app${path}/route.ts`))) as Record<Method, Handler>
          return { name, method, path, handler: route[method], action: actions[name]! }
        }),
      )
    }),
  )
  return lists.flat()
}

let headers = new Headers()
export const sentHeaders = async (): Promise<Headers> => headers

/** An action as callRoute calls a handler: its body is what the browser sent. */
export const asHandler = (action: (sent: unknown) => ReturnType<Action>): Handler =>
  (async (request: Request) => {
    headers = request.headers
    const { status, body } = await action(valueIn(await request.text()))
    return Response.json(body, { status: status === 204 ? 200 : status })
  }) as unknown as Handler

/** What is no JSON is text: in front of Next it is refused. */
function valueIn(text: string): unknown {
  if (text === '') return undefined
  try {
    return JSON.parse(text) as unknown
  } catch {
    return text
  }
}
