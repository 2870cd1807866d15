// Requests one address repeatedly on kept-alive connections, with as little work of its own as
// possible: Node's client and those of libraries parse each answer so thoroughly that they are
// slower than the server.
import { connect } from 'node:net'

/** Answers per second, and the 99th percentile of their milliseconds. */
export type Rate = { perSecond: number; p99: number }

type Job = { host: string; port: number; next: () => string }

/** Of several addresses each is asked for in turn. Throws on any status but 200. */
export async function rush(
  addresses: string | readonly string[],
  { connections, seconds, cookie }: { connections: number; seconds: number; cookie?: string },
): Promise<Rate> {
  const urls = [addresses].flat().map((address) => new URL(address))
  const requests = urls.map(
    ({ pathname, search, host }) =>
      `GET ${pathname}${search} HTTP/1.1\r\nHost: ${host}\r\nAccept-Encoding: gzip\r\n${cookie ? `Cookie: ${cookie}\r\n` : ''}\r\n`,
  )
  let asked = 0
  const job = {
    host: urls[0]?.hostname ?? '',
    port: Number(urls[0]?.port),
    next: () => requests[asked++ % requests.length] ?? '',
  }
  const begun = performance.now()
  const end = begun + seconds * 1_000
  const lanes = await Promise.all(Array.from({ length: connections }, () => askOn(job, end)))
  const times = lanes.flat().sort((a, b) => a - b)
  return {
    perSecond: times.length / ((performance.now() - begun) / 1_000),
    p99: times[Math.floor(times.length * 0.99)] ?? 0,
  }
}

/** The one in the middle, by answers per second. */
export function medianRate(rates: readonly Rate[]): Rate {
  const sorted = [...rates].sort((a, b) => a.perSecond - b.perSecond)
  return sorted[Math.floor(sorted.length / 2)] ?? { perSecond: 0, p99: 0 }
}

const END = Buffer.from('\r\n\r\n')
const LAST_CHUNK = Buffer.from('\r\n0\r\n\r\n')

/** Sends requests on one connection until `end`; returns the milliseconds of each answer. */
function askOn({ host, port, next }: Job, end: number): Promise<number[]> {
  return new Promise((done, fail) => {
    const times: number[] = []
    const socket = connect({ host, port, noDelay: true })
    let read: Buffer[] = []
    let begun = 0
    const ask = () => {
      begun = performance.now()
      socket.write(next())
    }
    socket.on('connect', ask).on('error', fail)
    socket.on('data', (chunk: Buffer) => {
      read.push(chunk)
      const all = read.length === 1 ? chunk : Buffer.concat(read)
      read = [all]
      const head = all.indexOf(END)
      if (head < 0) return
      const text = all.toString('latin1', 0, head)
      const length = /\r\ncontent-length: (\d+)/i.exec(text)?.[1]
      const isWhole = length
        ? all.length >= head + END.length + Number(length)
        : all.subarray(-LAST_CHUNK.length).equals(LAST_CHUNK)
      if (!isWhole) return
      if (!text.startsWith('HTTP/1.1 200')) return fail(new Error(text.slice(0, 60)))
      read = []
      times.push(performance.now() - begun)
      if (performance.now() < end) return ask()
      socket.destroy()
      done(times)
    })
  })
}
