// The mail catcher, a separate process: accepts every mail of the demo and shows it on a page.
// Nothing leaves the machine.
import { mkdirSync } from 'node:fs'
import { createRequire } from 'node:module'
import { resolve } from 'node:path'
import { assertPortFree } from './ports'

type MailDev = new (options: {
  smtp: number
  web: number
  ip: string
  silent: boolean
  mailDirectory: string
}) => { listen(): Promise<void> }

const portOf = (variable: string, fallback: number) =>
  Number(process.env[variable]?.trim() || fallback)
const smtp = portOf('SMTP_PORT', 1025)
const web = portOf('MAIL_WEB_PORT', 1080)

try {
  await assertPortFree(smtp, 'SMTP_PORT')
  await assertPortFree(web, 'MAIL_WEB_PORT')
} catch (error) {
  console.error((error as Error).message)
  process.exit(1)
}

const mailDirectory = resolve(process.env.STUDIO_DATA_DIR?.trim() || '.studio', 'mail')
mkdirSync(mailDirectory, { recursive: true })
// It ends by itself on SIGTERM and SIGINT.
const MailDev = createRequire(resolve('package.json'))('maildev') as MailDev
await new MailDev({ smtp, web, ip: '127.0.0.1', silent: true, mailDirectory }).listen()
console.log(`mail catcher ready on smtp://127.0.0.1:${smtp}, page on http://localhost:${web}`)
