import { setTimeout as sleep } from 'node:timers/promises'
import { site } from './e2e'

export type CaughtMail = {
  id: string
  subject: string
  html: string
  text: string
  to: { address: string; name: string }[]
  messageId: string
  attachments?: { fileName: string; generatedFileName: string; contentType: string }[]
}

/** The mails that the catcher holds for an address, oldest first. */
export async function mailsTo(address: string): Promise<CaughtMail[]> {
  const response = await fetch(`http://127.0.0.1:${site().MAIL_WEB_PORT}/email`)
  if (!response.ok) throw new Error(`The mail catcher answers ${response.status}`)
  const mails = (await response.json()) as CaughtMail[]
  return mails.filter((mail) =>
    mail.to.some((recipient) => recipient.address.toLowerCase() === address.toLowerCase()),
  )
}

/** The newest mail to an address; waits up to `seconds` for one whose subject matches. */
export async function lastMailTo(
  address: string,
  subject = /./,
  seconds = 45,
): Promise<CaughtMail> {
  for (const deadline = Date.now() + seconds * 1000; Date.now() < deadline; await sleep(100)) {
    const mail = (await mailsTo(address)).findLast((one) => subject.test(one.subject))
    if (mail) return mail
  }
  throw new Error(`No mail to ${address} with subject ${subject} within ${seconds} s`)
}

/** The text of a mail's attachment whose name matches. */
export async function attachmentOf(mail: CaughtMail, name: RegExp): Promise<string> {
  const attachment = mail.attachments?.find(({ fileName }) => name.test(fileName))
  if (!attachment) throw new Error(`The mail "${mail.subject}" carries no ${name}`)
  const response = await fetch(
    `http://127.0.0.1:${site().MAIL_WEB_PORT}/email/${mail.id}/attachment/${attachment.generatedFileName}`,
  )
  return response.text()
}
