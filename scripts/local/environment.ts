import { readFileSync } from 'node:fs'
import { assertPortFree, freePort } from './ports'

/** The process's environment, and one with a value for every variable it knows. */
export type Given = Readonly<Record<string, string | undefined>>
export type Variables = Record<string, string>

export type Ports = { app: number; postgres: number; stripe: number; smtp: number; mailWeb: number }

export const PORT_VARIABLES: Record<keyof Ports, string> = {
  app: 'PORT',
  postgres: 'POSTGRES_PORT',
  stripe: 'STRIPE_SANDBOX_PORT',
  smtp: 'SMTP_PORT',
  mailWeb: 'MAIL_WEB_PORT',
}
export const PORT_NAMES = Object.keys(PORT_VARIABLES) as (keyof Ports)[]

/** Every variable that .env.example lists. */
const variables = (): string[] =>
  [...readFileSync('.env.example', 'utf8').matchAll(/^([A-Z_]+)=/gm)].map(([, name]) => name ?? '')

/**
 * Those variables as in `source`, and blank where missing. Blank, so that a process started with
 * them takes nothing from a .env file or from our own environment.
 */
export const contractVariables = (source: Given): Variables =>
  Object.fromEntries(variables().map((name) => [name, source[name]?.trim() ?? '']))

/**
 * The requested ports, checked to be free, and free ones for the others. Rejects with the
 * variable's name.
 */
export async function choosePorts(wished: Partial<Ports>): Promise<Ports> {
  const ports = {} as Ports
  for (const name of PORT_NAMES) {
    const port = wished[name]
    if (port !== undefined) await assertPortFree(port, PORT_VARIABLES[name])
    ports[name] = port ?? (await freePort())
  }
  return ports
}
