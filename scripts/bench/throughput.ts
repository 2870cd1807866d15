// How many prerendered pages a second, beside the bare page: a plain loop on kept connections, turn
// by turn. On a shared machine only the ratio means something.
import { Agent, get } from 'node:http'

const CONNECTIONS = 16
const ROUNDS = 3
const ROUND_MS = 3_000

export type Throughput = { path: string; perSecond: number; ratio: number }

export async function throughput({
  site,
  bare,
  pages,
}: {
  site: string
  bare: string
  pages: string[]
}): Promise<Throughput[]> {
  const addresses = [`${bare}/`, ...pages.map((path) => site + path)]
  const rates = new Map(addresses.map((address) => [address, [] as number[]]))
  for (let round = 0; round < ROUNDS; round++)
    for (const address of addresses) rates.get(address)?.push(await rateOf(address))
  const best = (address: string) => Math.max(...(rates.get(address) ?? []))
  const own = best(`${bare}/`)
  return [
    { path: 'bare page', perSecond: own, ratio: 1 },
    ...pages.map((path) => ({
      path,
      perSecond: best(site + path),
      ratio: best(site + path) / own,
    })),
  ]
}

async function rateOf(address: string): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS })
  const begun = performance.now()
  let answers = 0
  const loop = async () => {
    while (performance.now() - begun < ROUND_MS) {
      await ask(address, agent)
      answers++
    }
  }
  await Promise.all(Array.from({ length: CONNECTIONS }, loop))
  agent.destroy()
  return answers / ((performance.now() - begun) / 1_000)
}

const ask = (address: string, agent: Agent) =>
  new Promise<void>((done, fail) => {
    get(address, { agent, headers: { 'accept-encoding': 'gzip' } }, (response) => {
      if (response.statusCode !== 200) fail(new Error(`${address} answers ${response.statusCode}`))
      response.resume().once('end', done)
    }).once('error', fail)
  })
