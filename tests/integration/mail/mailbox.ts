import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

type Caught = {
  id: string
  subject: string
  text: string
  html: string
  messageId: string
  headers: Record<string, string>
  from: { address: string; name: string }[]
  to: { address: string; name: string }[]
  replyTo: { address: string }[]
  attachments: { fileName: string; contentType: string; generatedFileName: string }[] | null
}

/** A real SMTP server in a process of its own, so that it can be away and come back. */
export class Mailbox {
  private child: ChildProcess | null = null
  private readonly folder = mkdtempSync(join(tmpdir(), 'studio-mailbox-'))
  private constructor(
    private readonly smtp: number,
    private readonly web: number,
  ) {}

  static async open(): Promise<Mailbox> {
    const box = new Mailbox(await freePort(), await freePort())
    await box.start()
    return box
  }

  get url(): string {
    return `smtp://127.0.0.1:${this.smtp}`
  }

  /** Does nothing while it runs. */
  async start(): Promise<void> {
    if (this.running()) return
    const args = [
      '--smtp',
      this.smtp,
      '--web',
      this.web,
      '--ip',
      '127.0.0.1',
      '--mail-directory',
      this.folder,
      '--silent',
    ].map(String)
    this.child = spawn(process.execPath, ['node_modules/maildev/bin/maildev', ...args], {
      stdio: 'ignore',
    })
    for (let tries = 0; tries < 1_200; tries++) {
      if (
        await this.get('/healthz').then(
          (response) => response.ok,
          () => false,
        )
      )
        return
      await sleep(50)
    }
    throw new Error('The mail catcher did not start')
  }

  async stop(): Promise<void> {
    if (!this.running()) return
    this.child?.kill('SIGKILL')
    if (this.child) await once(this.child, 'exit')
  }

  async close(): Promise<void> {
    await this.stop()
    rmSync(this.folder, { recursive: true })
  }

  /**
   * Everything caught since the last clear, once `count` mails are there. The catcher lists a mail
   * a moment after it said yes.
   */
  async mails(count: number): Promise<Caught[]> {
    for (let tries = 0; ; tries++) {
      const mails = (await (await this.get('/email')).json()) as Caught[]
      if (mails.length >= count || tries === 100) return mails
      await sleep(50)
    }
  }

  async source(id: string): Promise<string> {
    return (await this.get(`/email/${id}/source`)).text()
  }

  async attachment(id: string, name: string): Promise<string> {
    return (await this.get(`/email/${id}/attachment/${name}`)).text()
  }

  async clear(): Promise<void> {
    await fetch(`http://127.0.0.1:${this.web}/email/all`, { method: 'DELETE' })
  }

  private running(): boolean {
    return this.child !== null && this.child.exitCode === null && this.child.signalCode === null
  }

  private get(path: string): Promise<Response> {
    return fetch(`http://127.0.0.1:${this.web}${path}`)
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}
