import { once } from 'node:events'
import { createServer, type AddressInfo, type Socket } from 'node:net'
import { connect } from './database'

// A pooler in transaction mode, as PgBouncer and Supavisor are: each transaction of a client gets the
// connection that was free for longest, whatever the transaction before it left there.

const READY_IDLE = Buffer.from([0x5a, 0, 0, 0, 5, 0x49])
const AUTHENTICATED = Buffer.from([0x52, 0, 0, 0, 8, 0, 0, 0, 0])
const SSL_REQUEST = 80_877_103

type Server = { socket: Socket; take: (chunk: Buffer) => void }

/** Calls `each` with every message of the server's stream. */
function messages(each: (message: Buffer) => void): (chunk: Buffer) => void {
  let rest = Buffer.alloc(0)
  return (chunk) => {
    rest = Buffer.concat([rest, chunk])
    while (rest.length >= 5 && rest.length > rest.readUInt32BE(1)) {
      const size = rest.readUInt32BE(1) + 1
      each(rest.subarray(0, size))
      rest = rest.subarray(size)
    }
  }
}

async function opened(url: string): Promise<Server> {
  const client = await connect(url)
  const { stream: socket } = (client as unknown as { connection: { stream: Socket } }).connection
  socket.removeAllListeners('data').removeAllListeners('close').removeAllListeners('end')
  const server: Server = { socket, take: () => {} }
  socket.on('data', (chunk: Buffer) => server.take(chunk))
  return server
}

/** The address of a pooler with `size` connections to the database of `url`. */
export async function transactionPooler(url: string, size: number) {
  const free = await Promise.all(Array.from({ length: size }, () => opened(url)))
  const all = [...free]
  const waiting: ((server: Server) => void)[] = []
  const release = (server: Server) => {
    const next = waiting.shift()
    if (next) next(server)
    else free.push(server)
  }

  const serve = (client: Socket) => {
    let isStarted = false
    let held: Server | null = null
    let isAsking = false
    const asked: Buffer[] = []
    const give = (server: Server) => {
      isAsking = false
      held = server
      server.take = messages((message) => {
        client.write(message)
        if (message[0] !== 0x5a || message[5] !== 0x49) return
        held = null
        release(server)
      })
      for (const chunk of asked.splice(0)) server.socket.write(chunk)
    }
    client.on('error', () => {})
    client.on('data', (chunk: Buffer) => {
      if (!isStarted) {
        if (chunk.readUInt32BE(4) === SSL_REQUEST) return void client.write('N')
        isStarted = true
        return void client.write(Buffer.concat([AUTHENTICATED, READY_IDLE]))
      }
      if (chunk[0] === 0x58) return void client.end() // Terminate: the server's connection stays.
      if (held) return void held.socket.write(chunk)
      asked.push(chunk)
      if (isAsking) return
      isAsking = true
      const server = free.shift()
      if (server) give(server)
      else waiting.push(give)
    })
  }

  // Each message is sent at once, as by a real pooler: kept back, each would take 40 ms.
  const listener = createServer({ noDelay: true }, serve).listen(0, '127.0.0.1')
  await once(listener, 'listening')
  const address = new URL(url)
  address.port = String((listener.address() as AddressInfo).port)
  return {
    url: address.href,
    close() {
      listener.close()
      for (const { socket } of all) socket.destroy()
    },
  }
}
