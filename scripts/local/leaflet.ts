import type { Owner } from './admin'
import type { Variables } from './environment'

type Facts = {
  env: Variables
  owner: Owner | null
  mail: boolean
  sandbox: boolean
  dataDir: string
}

const CARDS = [
  'Test cards  4242 4242 4242 4242  is paid',
  '            4000 0000 0000 0002  is declined',
  '            4000 0025 0000 3155  asks for 3-D Secure',
  '            any future date, any CVC; no real money moves',
]

/** The one block of output that shows where everything in the demo is. */
export function leaflet({ env, owner, mail, sandbox, dataDir }: Facts): string {
  const site = env.SITE_URL ?? ''
  const local = `http://localhost:${env.PORT}`
  const lines = [
    `Site        ${site}${site === local ? '' : `  (here: ${local})`}`,
    `Admin       ${site}/admin`,
    ...(owner
      ? [`Username    ${owner.username}`, `Password    ${owner.password}`]
      : ['            with the account you made earlier (npm run admin:create makes another)']),
    `Mailbox     ${mail ? `http://localhost:${env.MAIL_WEB_PORT}` : 'none here: mail goes out over SMTP_URL'}`,
    ...(sandbox ? CARDS : ['Payments    Stripe, with the keys of the environment']),
    `Data        ${dataDir}  (npm run demo -- --reset starts over)`,
    'Stop        Ctrl-C',
  ]
  const rule = '─'.repeat(Math.max(...lines.map((line) => line.length)) + 4)
  return ['', rule, ...lines.map((line) => `  ${line}`), rule, ''].join('\n')
}
