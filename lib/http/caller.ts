import 'server-only'
import { AsyncLocalStorage } from 'node:async_hooks'
import { networkOf } from './client-address'
import { pseudonymOf } from '@/lib/secrets/pseudonym'

export type Caller = { address: string | null; network: string | null }

const holder = globalThis as { studioCallers?: AsyncLocalStorage<Caller> }
const callers = (holder.studioCallers ??= new AsyncLocalStorage<Caller>())

/**
 * `work` is done for a request from `address` (as `clientAddressOf` returns it), which its entries
 * of the audit log then name. Throws the database's error when it is away.
 */
export async function asCaller<T>(address: string, work: () => Promise<T>): Promise<T> {
  const network = networkOf(address)
  const caller = { network, address: network && (await pseudonymOf(address)) }
  return callers.run(caller, work)
}

/** The origin of the current request; undefined in jobs and scripts. */
export const currentCaller = (): Caller | undefined => callers.getStore()
