// Two instances of the build behind a round robin, on one database, sandbox, mail server and disk.
import { spawnSync } from 'node:child_process'
import {
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  statfsSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { startApp, type App } from '@/scripts/local/app'
import { freePort } from '@/scripts/local/ports'
import { signOwnerIn } from '@/tests/support/admin'
import { startSite } from '@/tests/support/site'
import { sandboxClient, type SandboxClient } from '@/tests/support/stripe-sandbox'
import { postgresProcesses } from '@/tools/bench/memory'
import { openBalancer } from './balancer'
import { faultsIn } from './faults'
import { openPostOffice, type PostOffice } from './post-office'

export const METRICS_TOKEN = 'metrics-of-the-troubles'
export const DISK_FREE_MIN_MB = 40
const DISK_MB = 128
const CLOCK = 'tools/checks/troubles/clock.mjs'

export type Instance = { url: string; downSince: number | null; app: App }
export type Outage = { instance: number; from: number; to: number }

export type Studio = SandboxClient & {
  /** The address of the database. */
  database: string
  url: string
  /** The cookie of the signed-in owner. */
  owner: string
  instances: Instance[]
  /** When an instance was killed, and when it answered again. */
  kills: Outage[]
  office: PostOffice
  /** Of a new connection; throws while the database is away. */
  rows<T extends object>(query: string, values?: unknown[]): Promise<T[]>
  kill(index: number): Promise<void>
  restartDatabase(): Promise<void>
  /** Stops every process of PostgreSQL where it is, or lets them go on. */
  stallDatabase(isStalled: boolean): void
  fillDisk(isFull: boolean): void
  /** False where this user may not have a disk of its own for it: then only uploads fail. */
  hasDisk: boolean
  setClock(index: number, aheadMs: number): void
  /** What the instances have logged as errors that no trouble explains. */
  faults(): string[]
  stop(): Promise<void>
}

export async function openStudio(say: (line: string) => void): Promise<Studio> {
  const own = mkdtempSync(join(tmpdir(), 'studio-troubles-'))
  const disk = join(own, 'disk')
  mkdirSync(disk)
  const options = ['-t', 'tmpfs', '-o', `size=${DISK_MB}m`, 'tmpfs', disk]
  const hasDisk = spawnSync('mount', options, { stdio: 'ignore' }).status === 0
  const release = () => {
    if (hasDisk) spawnSync('umount', ['-l', disk], { stdio: 'ignore' })
    rmSync(own, { recursive: true, force: true })
  }
  const ports = [await freePort(), await freePort()]
  const [balancer, office] = [await openBalancer(ports), await openPostOffice()]
  const site = await startSite({
    instances: 0,
    say,
    configured: {
      SITE_URL: balancer.url,
      SMTP_URL: office.url,
      MAIL_FROM: 'studio@example.com',
      STRIPE_SANDBOX_WEBHOOKS: `${balancer.url}/api/webhooks/stripe`,
      METRICS_TOKEN,
      HOLD_MINUTES: '2',
      DISK_FREE_MIN_MB: String(DISK_FREE_MIN_MB),
    },
  }).catch((error: unknown) => {
    release()
    throw error
  })
  const { env, postgres } = site.services
  const dataDir = env.STUDIO_DATA_DIR ?? ''
  const clockOf = (index: number) => join(own, `clock-${index}`)
  const earlier: string[] = []
  let starts = 0
  const startInstance = (index: number) =>
    startApp(
      {
        ...env,
        PORT: String(ports[index]),
        STUDIO_DATA_DIR: disk,
        TROUBLES_CLOCK: clockOf(index),
      },
      {
        nodeOptions: ['--import', `./${CLOCK}`],
        logFile: join(own, `instance-${index}-${starts++}.log`),
      },
    )
  const instances: Instance[] = []
  const studio: Studio = {
    ...sandboxClient(env.STRIPE_API_BASE ?? ''),
    ...{
      database: env.DATABASE_URL ?? '',
      url: balancer.url,
      owner: '',
      instances,
      kills: [],
      office,
      hasDisk,
    },
    async rows<T extends object>(query: string, values: unknown[] = []) {
      const client = new pg.Client({
        connectionString: env.DATABASE_URL,
        connectionTimeoutMillis: 3_000,
        query_timeout: 10_000,
      })
      client.on('error', () => {}) // The query says what became of it.
      await client.connect()
      try {
        return (await client.query<T>(query, values)).rows
      } finally {
        await client.end()
      }
    },
    async kill(index) {
      const instance = instances[index]
      if (!instance) return
      const from = Date.now()
      instance.downSince = from
      await instance.app.kill()
      earlier.push(...faultsIn(instance.app.log()))
      instance.app = await startInstance(index)
      instance.downSince = null
      studio.kills.push({ instance: index, from, to: Date.now() })
    },
    async restartDatabase() {
      await postgres?.stop()
      await postgres?.start()
    },
    stallDatabase: (isStalled) =>
      signalAll(join(dataDir, 'postgres'), isStalled ? 'SIGSTOP' : 'SIGCONT'),
    fillDisk(isFull) {
      const [filler, uploads] = [join(disk, 'filler'), join(disk, 'uploads')]
      if (hasDisk) {
        const { bavail, bsize } = statfsSync(disk)
        if (isFull) writeFileSync(filler, Buffer.alloc(bavail * bsize))
        else rmSync(filler)
        return
      }
      // A file stands where the folder should be.
      if (isFull) {
        mkdirSync(uploads, { recursive: true })
        renameSync(uploads, filler)
        writeFileSync(uploads, '')
      } else {
        rmSync(uploads)
        renameSync(filler, uploads)
      }
    },
    setClock: (index, aheadMs) => writeFileSync(clockOf(index), String(aheadMs)),
    faults: () => [...earlier, ...instances.flatMap(({ app }) => faultsIn(app.log()))],
    async stop() {
      studio.stallDatabase(false)
      await Promise.all(instances.map(({ app }) => app.stop()))
      await Promise.all([balancer.close(), office.close()])
      await site.stop()
      release()
    },
  }
  for (const [index, port] of ports.entries()) {
    studio.setClock(index, 0)
    const app = await startInstance(index)
    instances.push({ url: `http://localhost:${port}`, downSince: null, app })
  }
  await signOwnerIn({ ...env, SITE_URL: balancer.url })
  studio.owner = `session=${readFileSync(join(dataDir, 'owner-session'), 'utf8')}`
  return studio
}

function signalAll(folder: string, signal: NodeJS.Signals): void {
  for (const pid of postgresProcesses(folder))
    try {
      process.kill(pid, signal)
    } catch (error) {
      // One that has ended meanwhile.
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
    }
}
