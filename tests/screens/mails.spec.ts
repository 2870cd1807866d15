// Every mail as the catcher shows it, at a mail program's width and at a phone's; one contact sheet
// per kind.
import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { expect, test } from '@playwright/test'
import type { Letter } from '@/lib/mail/schema'
import { site } from '@/tests/support/e2e'
import { lastMailTo } from '@/tests/support/mailbox'
import type { Language } from '@/tests/support/verbs'
import { everyMail, orderMails, otherMails } from '../unit/mail/facts'
import { faultsOf, watchShifts } from './inspect'
import { writeSheet, type Shot } from './sheet'

const MAILS: Letter[] = [...everyMail, ...orderMails, ...otherMails]
const LANGUAGES: Language[] = ['en', 'ms', 'zh']
const WIDTHS = [600, 360]

/** Sends a mail as the site would, in a process that has its modules. */
async function send(letter: Letter, recipient: string, language: Language): Promise<void> {
  const child = spawn(process.execPath, ['scripts/run.mjs', 'tests/screens/send-letter.ts'], {
    env: { ...process.env, ...site() },
    stdio: ['pipe', 'inherit', 'inherit'],
  })
  child.stdin.end(JSON.stringify({ letter, recipient, language }))
  const [code] = (await once(child, 'exit')) as [number]
  if (code !== 0) throw new Error(`The mail was not sent: ${code}`)
}

/** The name of a mail's sheet: its kind, numbered where one kind has several looks. */
const nameOf = (mail: (typeof MAILS)[number]): string => {
  const alike = MAILS.filter(({ kind }) => kind === mail.kind)
  return `mail-${mail.kind}${alike.length > 1 ? `-${alike.indexOf(mail) + 1}` : ''}`
}

for (const mail of MAILS)
  test(nameOf(mail), async ({ browser }) => {
    const shots: Shot[] = []
    const faults: string[] = []
    for (const language of LANGUAGES) {
      const recipient = `${mail.kind}-${language}-${randomUUID().slice(0, 8)}@example.com`
      await send(mail, recipient, language)
      const { id } = await lastMailTo(recipient)
      for (const width of WIDTHS) {
        const context = await browser.newContext({ viewport: { width, height: 700 } })
        const page = await context.newPage()
        await watchShifts(page)
        await page.goto(`http://127.0.0.1:${site().MAIL_WEB_PORT}/email/${id}/html`)
        faults.push(...(await faultsOf(page)).map((fault) => `${language} ${width}: ${fault}`))
        shots.push({
          label: `${language} ${width}`,
          width,
          png: await page.screenshot({ fullPage: true }),
        })
        await context.close()
      }
    }
    await writeSheet(nameOf(mail), mail.kind, shots)
    expect(faults).toEqual([])
  })
