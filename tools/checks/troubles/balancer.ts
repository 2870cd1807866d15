import { once } from 'node:events'
import { connect, createServer, type AddressInfo } from 'node:net'

export type Balancer = { url: string; close(): Promise<void> }

/** Passes each connection on to the next of `ports`, past those on which nothing listens. */
export async function openBalancer(ports: readonly number[]): Promise<Balancer> {
  let turn = 0
  const ends = new Set<{ destroy(): unknown }>()
  const server = createServer({ allowHalfOpen: true }, (near) => {
    ends.add(near)
    near.on('error', () => near.destroy()).on('close', () => ends.delete(near))
    const first = turn++
    const pass = (nth: number) => {
      const port = ports[(first + nth) % ports.length]
      if (nth === ports.length || port === undefined) return near.destroy()
      const far = connect({ port, host: '127.0.0.1', allowHalfOpen: true })
      const next = () => pass(nth + 1)
      far.once('error', next)
      far.once('connect', () => {
        far.off('error', next).on('error', () => near.destroy())
        near.on('close', () => far.destroy())
        near.pipe(far).pipe(near)
      })
    }
    pass(0)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    async close() {
      for (const end of ends) end.destroy()
      await new Promise((done) => server.close(done))
    },
  }
}
