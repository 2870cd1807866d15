import { parse, TYPE, type MessageFormatElement } from '@formatjs/icu-messageformat-parser'
import { DOCUMENTS, type DocumentName } from '@/components/legal/documents'
import { QUESTIONS, questionsFor } from '@/components/legal/questions'
import { isDate } from '@/lib/time'
import en from '@/messages/en.json'
import ms from '@/messages/ms.json'
import zh from '@/messages/zh.json'

const DICTIONARIES = { en, ms, zh }
// What components/legal/rich.tsx gives the texts; anything else would show as its key.
const FACTS = [
  'name',
  'legalName',
  'registration',
  'email',
  'phone',
  'address',
  'rate',
  'charge',
  'lead',
  'everyone',
  'member',
  'sessions',
]
const SAID = { seasons: '', train: '', lobby: '', prayer: '', ramadan: '' }
const FAQ_FACTS = [
  'rooms',
  ...FACTS,
  ...['weekdays', 'weekends', 'weekendLength', 'levels', 'building', 'parking'],
  ...Object.keys(SAID),
]
const TAGS = ['p', 'ul', 'li', 'b', 'mail', 'services', 'terms', 'privacy', 'refunds', 'policy']

function used(elements: MessageFormatElement[]): { facts: string[]; tags: string[] } {
  const all = elements.map((element) => {
    if (element.type === TYPE.tag) {
      const inside = used(element.children)
      return { facts: inside.facts, tags: [element.value, ...inside.tags] }
    }
    if (element.type === TYPE.select || element.type === TYPE.plural) {
      const inside = Object.values(element.options).map(({ value }) => used(value))
      return {
        facts: [element.value, ...inside.flatMap(({ facts }) => facts)],
        tags: inside.flatMap(({ tags }) => tags),
      }
    }
    return {
      facts: element.type === TYPE.literal ? [] : 'value' in element ? [String(element.value)] : [],
      tags: [],
    }
  })
  return { facts: all.flatMap(({ facts }) => facts), tags: all.flatMap(({ tags }) => tags) }
}
const strange = (message: string, facts: string[]) => {
  const found = used(parse(message))
  return [
    ...found.facts.filter((fact) => !facts.includes(fact)),
    ...found.tags.filter((tag) => !TAGS.includes(tag)),
  ]
}

describe.each(Object.entries(DICTIONARIES))('%s', (_language, dictionary) => {
  test.each(Object.keys(DOCUMENTS) as DocumentName[])(
    '%s shows every section there is, with facts the page has',
    (name) => {
      const sections: Record<string, { title: string; body: string }> =
        dictionary.legal[name].sections
      expect(Object.keys(sections).sort()).toEqual([...DOCUMENTS[name].sections].sort())
      for (const { title, body } of Object.values(sections)) {
        expect(strange(title, [])).toEqual([])
        expect(strange(body, FACTS)).toEqual([])
      }
    },
  )

  test('the questions of the FAQ are those of the page, with facts the page has', () => {
    const questions: Record<string, { q: string; a: string }> = dictionary.faq.questions
    const shown = QUESTIONS.flatMap(({ items }) => items.map(({ key }) => key))
    expect(shown.length).toBeGreaterThanOrEqual(14)
    expect([...shown].sort()).toEqual(Object.keys(questions).sort())
    for (const { q, a } of Object.values(questions)) {
      expect(strange(q, FAQ_FACTS)).toEqual([])
      expect(strange(a, FAQ_FACTS)).toEqual([])
      // It goes into the page's description for search engines as plain text.
      expect(used(parse(a)).tags).toEqual([])
    }
  })

  test('the refund policy has the booking policy itself, not a retelling', () => {
    expect(dictionary.legal.refund.sections.policy.body).toMatch(/^<policy><\/policy>/)
  })

  // docs/decisions/020 F3, which the jobs that delete follow.
  test('the privacy notice names the periods the data is kept', () => {
    expect(dictionary.legal.privacy.sections.kept.body.match(/\b(7|24)\b/g)).toEqual([
      '7',
      '24',
      '7',
      '7',
    ])
  })
})

test('a question that only the owner can answer is shown once it is answered', () => {
  const keys = (said: typeof SAID) =>
    questionsFor(7, said).flatMap(({ items }) => items.map(({ key }) => key as string))
  const none = keys(SAID)
  expect(none.filter((key) => key in SAID)).toEqual([])
  expect(none).toEqual(expect.arrayContaining(['parking', 'weekend']))
  expect(keys({ ...SAID, prayer: 'On level 2.' }).filter((key) => key in SAID)).toEqual(['prayer'])
})

test('the dates of the documents exist', () => {
  for (const { updated } of Object.values(DOCUMENTS)) expect(isDate(updated)).toBe(true)
})
