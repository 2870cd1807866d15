import { createServer, type Server } from 'node:http'
import { connect, type AddressInfo } from 'node:net'
import { listen } from '@/server/listen'

const servers: Server[] = []
afterAll(() => servers.forEach((server) => server.close()))
const opened = async (port: number, address?: string) => {
  const server = createServer()
  servers.push(server)
  await listen(server, { port, address })
  return (server.address() as AddressInfo).port
}
const answers = (host: string, port: number) =>
  new Promise<boolean>((done) => {
    const socket = connect({ host, port })
    socket.once('connect', () => done(true)).once('error', () => done(false))
    socket.once('connect', () => socket.destroy())
  })

test('with an address nobody reaches the server by another one', async () => {
  const port = await opened(0, '127.0.0.1')
  expect([await answers('127.0.0.1', port), await answers('127.0.0.2', port)]).toEqual([
    true,
    false,
  ])
})

test('without one it listens on all', async () => {
  const port = await opened(0)
  expect([await answers('127.0.0.1', port), await answers('127.0.0.2', port)]).toEqual([true, true])
})

test('a port that is taken, and an address of another machine, are said in a sentence', async () => {
  const port = await opened(0, '127.0.0.1')
  await expect(opened(port, '127.0.0.1')).rejects.toThrow(
    `Port ${port} is already in use: set PORT to a free port and start again.`,
  )
  await expect(opened(0, '192.0.2.1')).rejects.toThrow(
    'LISTEN_ADDRESS 192.0.2.1 is no address of this machine.',
  )
})
