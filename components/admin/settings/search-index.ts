import type { Role } from '@/lib/roles'
import {
  fieldId,
  LABELS,
  partId,
  partsFor,
  SETTING_PAGE_NAMES,
  seesPage,
  settingPath,
  type SettingPage,
  type SettingPart,
} from './places'

/** A dictionary's words of the settings: of each part its title, its hint and its labels. */
export type SettingWords = Record<string, unknown>

/** What is found: a label with where it is, and in `text` all that it is found by. */
export type Findable = { href: string; label: string; where: string; text: string }

const wordOf = (words: SettingWords, part: string, name: string): string => {
  const word = (words[part] as Record<string, unknown> | undefined)?.[name]
  return typeof word === 'string' ? word : ''
}

/** As it is compared: without case, accents and quotes. */
const plain = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f'’‘“”"]/g, '')
    .toLowerCase()

/**
 * All settings that a role may see, in the order of the index. `words` are those of `admin.settings`,
 * `titles` the names of the pages, `address` makes an address in the reader's language.
 */
export function settingIndex(
  role: Role,
  words: SettingWords,
  titles: Record<SettingPage, string>,
  address: (path: string) => string,
): Findable[] {
  const found = (
    page: SettingPage,
    part: SettingPart,
    label: string,
    where: string[],
    id: string,
  ) => {
    const texts = [label, titles[page], wordOf(words, part, 'title'), wordOf(words, part, 'hint')]
    return {
      href: `${address(settingPath(page))}#${id}`,
      label,
      where: where.join(' · '),
      text: plain(texts.join(' ')),
    }
  }
  return SETTING_PAGE_NAMES.filter((page) => seesPage(role, page)).flatMap((page) => [
    ...(page === 'people'
      ? [
          {
            href: address(settingPath(page)),
            label: titles.people,
            where: '',
            text: plain(titles.people),
          },
        ]
      : []),
    ...partsFor(role, page).flatMap((part) => {
      const title = wordOf(words, part, 'title')
      return [
        found(page, part, title, [titles[page]], partId(part)),
        ...LABELS[part].map((name) => {
          const entry = found(
            page,
            part,
            wordOf(words, part, name),
            [title, titles[page]],
            fieldId(part, name),
          )
          return { ...entry, text: `${entry.text} ${plain(wordOf(words, part, `${name}Hint`))}` }
        }),
      ]
    }),
  ])
}

const MOST_FOUND = 20
const MOST_ASKED = 80

/** What has all the words, first those whose label begins with them, then has them, then the rest. */
export function findSettings(index: readonly Findable[], typed: string): Findable[] {
  const asked = plain(typed.slice(0, MOST_ASKED)).trim()
  const words = asked.split(/\s+/).filter(Boolean)
  if (words.length === 0) return []
  const rank = ({ label }: Findable) => {
    const at = plain(label).indexOf(asked)
    return at === 0 ? 0 : at > 0 ? 1 : 2
  }
  return index
    .filter(({ text }) => words.every((word) => text.includes(word)))
    .map((one, nth) => ({ one, nth, rank: rank(one) }))
    .sort((a, b) => a.rank - b.rank || a.nth - b.nth)
    .slice(0, MOST_FOUND)
    .map(({ one }) => one)
}
