import 'server-only'
import type { Server } from 'node:http'

type Place = { port: number; address?: string | undefined }

const SENTENCES: Record<string, (place: Place) => string> = {
  EADDRINUSE: ({ port }) =>
    `Port ${port} is already in use: set PORT to a free port and start again.`,
  EACCES: ({ port }) => `Port ${port} is for root alone: set PORT to one above 1023.`,
  EADDRNOTAVAIL: ({ address }) => `LISTEN_ADDRESS ${address} is no address of this machine.`,
}

/** Without an address on all of this machine's. Throws a sentence for whoever starts the server. */
export async function listen(server: Server, place: Place): Promise<void> {
  const { port, address } = place
  await new Promise<void>((done, fail) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const sentence = SENTENCES[error.code ?? '']?.(place)
      fail(sentence === undefined ? error : new Error(sentence))
    })
    server.listen({ port, ...(address !== undefined && { host: address }) }, done)
  })
}
