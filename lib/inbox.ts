type Provider = { domain: string; ignored?: RegExp }

const GOOGLE: Provider = { domain: 'gmail.com', ignored: /\./g }
const PROTON: Provider = { domain: 'proton.me', ignored: /[._-]/g }
const APPLE: Provider = { domain: 'icloud.com' }

// Providers that deliver several domains, or several spellings of a name, to one inbox.
const PROVIDERS: ReadonlyMap<string, Provider> = new Map([
  ['gmail.com', GOOGLE],
  ['googlemail.com', GOOGLE],
  ['proton.me', PROTON],
  ['protonmail.com', PROTON],
  ['pm.me', PROTON],
  ['icloud.com', APPLE],
  ['me.com', APPLE],
  ['mac.com', APPLE],
])

/**
 * The inbox of an email, the same for all its spellings: capitals, what follows a plus, what its
 * provider ignores or has under a second domain. Only for comparing (docs/decisions/020 A5, E4),
 * never for what is stored or sent: at a few hosts the plus is part of another inbox. SQL has the
 * same as inbox_of (prisma/sql/functions/inbox_of.sql).
 */
export function inboxOf(email: string): string {
  const text = email.trim().toLowerCase()
  const at = text.lastIndexOf('@')
  const [local = '', domain = ''] = at < 0 ? [text] : [text.slice(0, at), text.slice(at + 1)]
  const [plain = ''] = local.split('+', 1)
  const provider = PROVIDERS.get(domain)
  if (!provider) return `${plain}@${domain}`
  return `${provider.ignored ? plain.replace(provider.ignored, '') : plain}@${provider.domain}`
}

const KNOWN: ReadonlySet<string> = new Set([...PROVIDERS.values()].map(({ domain }) => domain))

/**
 * What a proof of one spelling opens: the inbox where its provider is known to deliver all spellings to
 * it. Elsewhere only capitals are the same, because the plus may be part of another inbox. SQL has the
 * same as mailbox_of (prisma/sql/functions/mailbox_of.sql).
 */
export function mailboxOf(email: string): string {
  const inbox = inboxOf(email)
  return KNOWN.has(inbox.slice(inbox.lastIndexOf('@') + 1)) ? inbox : email.trim().toLowerCase()
}

/** Whoever has proven `proven` owns `email`. */
export const isSameMailbox = (proven: string | null, email: string): boolean =>
  proven !== null && mailboxOf(proven) === mailboxOf(email)
