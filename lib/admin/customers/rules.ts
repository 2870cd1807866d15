import { mailtoHref } from '@/lib/settings/links'

/** Some mail programs cut longer links, and then lose people without a word. */
export const LONGEST_MAIL_LINK = 1_900

/** A mailto link with all addresses in bcc; null for no address, or too many. */
export function bccHref(emails: readonly string[]): string | null {
  const all = [...new Set(emails)].map((email) => encodeURIComponent(email).replace('%40', '@'))
  const href = `${mailtoHref('')}?bcc=${all.join(',')}`
  return all.length > 0 && href.length <= LONGEST_MAIL_LINK ? href : null
}
