import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'

type Exchange = { request: IncomingMessage; response: ServerResponse }
type Connection = {
  current: Exchange
  waiting: Exchange[]
  /** Why what follows on this connection cannot be read. */
  broken?: NodeJS.ErrnoException
}

type Handlers = {
  answer(request: IncomingMessage, response: ServerResponse): void
  /**
   * Refuses bytes that are not a request, or the broken body of `current`, and ends the connection.
   */
  refuse(error: NodeJS.ErrnoException, socket: Duplex, current?: ServerResponse): void
}

/**
 * The maximum number of requests of one connection that wait: more than any client sends at once,
 * and little memory.
 */
const MOST_WAITING = 500

/**
 * Answers the requests of each connection one at a time. Node hands over all requests that arrive
 * together, and without this each of them would be worked on at once. Requests that wait on a
 * connection that ends, or whose client is gone, are never begun.
 */
export function answerOneAtATime(server: Server, { answer, refuse }: Handlers): void {
  const connections = new WeakMap<Duplex, Connection>()

  function begin(exchange: Exchange, connection: Connection) {
    const { request, response } = exchange
    connection.current = exchange
    answer(request, response)
    response.once('close', () => proceed(request.socket, connection))
  }

  function proceed(socket: Duplex, connection: Connection) {
    const { waiting, broken } = connection
    const next = waiting.shift()
    if (broken && socket.writable && !next?.request.complete) {
      connections.delete(socket)
      refuse(broken, socket)
      // Node gives each response the socket when it is its turn: without one it will not be sent.
    } else if (next?.response.socket) begin(next, connection)
    else connections.delete(socket)
  }

  function take(request: IncomingMessage, response: ServerResponse) {
    const exchange = { request, response }
    const { socket } = request
    const connection = connections.get(socket)
    if (!connection) {
      const taken = { current: exchange, waiting: [] }
      connections.set(socket, taken)
      begin(exchange, taken)
    } else if (connection.waiting.length < MOST_WAITING) connection.waiting.push(exchange)
    else {
      connection.waiting.at(-1)?.response.setHeader('Connection', 'close')
      socket.pause()
    }
  }

  server.on('request', take)
  server.on('checkExpectation', take)
  // A request that Node's parser rejects never becomes a request, or is a request with a broken
  // body.
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    const connection = connections.get(socket)
    if (!connection) return refuse(error, socket)
    const { current, waiting } = connection
    if (waiting.length > 0 || current.request.complete) connection.broken ??= error
    else refuse(error, socket, current.response)
  })
}
