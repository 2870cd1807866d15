import { createServer } from 'node:net'

/**
 * Resolves when nothing listens on `port` of this machine; otherwise rejects with a sentence naming
 * `variable`.
 */
export function assertPortFree(port: number, variable: string): Promise<void> {
  return new Promise((done, fail) => {
    const probe = createServer()
    probe.once('error', (error: NodeJS.ErrnoException) =>
      fail(
        new Error(
          error.code === 'EACCES'
            ? `Port ${port} needs more rights than you have: set ${variable} to a free port above 1023 and start again.`
            : `Port ${port} is already in use: set ${variable} to a free port and start again.`,
        ),
      ),
    )
    probe.listen(port, () => probe.close(() => done()))
  })
}

/** Asks the system for a free TCP port of this machine. */
export function freePort(): Promise<number> {
  return new Promise((done, fail) => {
    const probe = createServer()
    probe.once('error', fail)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() =>
        address && typeof address === 'object' ? done(address.port) : fail(new Error('no port')),
      )
    })
  })
}
