import 'server-only'
import { AsyncLocalStorage } from 'node:async_hooks'
import { networkOf } from './client-address'
import { pseudonymOf } from '@/lib/secrets/pseudonym'

/** From where a request came, as the audit log keeps it. */
export type Caller = { address: string | null; network: string | null }

const holder = globalThis as { studioCallers?: AsyncLocalStorage<Caller> }
const callers = (holder.studioCallers ??= new AsyncLocalStorage<Caller>())

/**
 * Runs `work` as caused by a request from `address` (as `clientAddressOf` gives it): whatever it
 * writes into the audit log says so. Throws what the database throws when it is away.
 */
export async function asCaller<T>(address: string, work: () => Promise<T>): Promise<T> {
  const network = networkOf(address)
  const caller = { network, address: network && (await pseudonymOf(address)) }
  return callers.run(caller, work)
}

/** Whose request this is part of; undefined in jobs and scripts. */
export const currentCaller = (): Caller | undefined => callers.getStore()
