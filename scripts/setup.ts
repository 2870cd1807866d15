// First-run set-up in a terminal, like the console's page, for a shop that is not the demo. Every
// answer can be given as an option; the others are asked for when there is a terminal. It can be
// run again: existing content stays, and the answers are saved over it.
import { createInterface } from 'node:readline/promises'
import { parseArgs } from 'node:util'
import { databaseSentence } from '@/lib/database-errors'
import { closeDatabase, db } from '@/lib/db'
import { translator } from '@/lib/i18n/messages'
import { hasSentence } from '@/lib/i18n/has-sentence'
import { closeTransport } from '@/lib/mail/transport'
import { everyRoom } from '@/lib/rooms/queries'
import { weekHours } from '@/lib/rooms/schema'
import { saveSetting } from '@/lib/settings/change'
import { settingsForAdmin } from '@/lib/settings/queries'
import { SETTINGS } from '@/lib/settings/schema'
import { checkPayments, sendTestMail } from '@/lib/setup/checks'
import { addFirstServices, addKnownHolidays, saveRoom } from '@/lib/setup/content'
import { setupStatus } from '@/lib/setup/queries'
import { openItems } from '@/lib/setup/rules'
import { roomNameBody, testMailBody } from '@/lib/setup/schema'
import { finishSetup } from '@/lib/setup/state'
import { DEFAULT_HOURS, type WeekHours } from '@/lib/studio'

const ACTOR = '(operator)'

/** Options that are fields of the setting `site`, and the question for each. */
const SITE = {
  name: ['name', 'Studio name'],
  'legal-name': ['legalName', 'Legal name'],
  registration: ['registration', 'Registration number'],
  email: ['email', 'Email'],
  phone: ['phone', 'Phone, such as +60 3-1234 5678'],
  whatsapp: ['whatsapp', 'WhatsApp number, digits only'],
  unit: ['unit', 'Floor and building'],
  street: ['street', 'Street'],
  city: ['city', 'Postcode and city'],
  country: ['country', 'Country'],
  parking: ['levels', 'Parking levels'],
  equipment: ['investment', 'Advertised value of the equipment'],
  latitude: ['latitude', 'Latitude'],
  longitude: ['longitude', 'Longitude'],
  directions: ['directions', 'Link to directions'],
  video: ['video', 'YouTube channel'],
  photos: ['photos', 'Instagram profile'],
} as const
const HOURS = { weekday: 'Monday to Friday', weekend: 'Weekends and public holidays' } as const

const USAGE = `Usage: npm run setup -- [options]
  ${Object.keys(SITE)
    .map((name) => `--${name} TEXT`)
    .join('\n  ')}
  --weekday 9-21, --weekend 10-17   opening hours
  --tax-kind tax|service-charge|none, --tax-rate 8.25, --tax-label TEXT
  --tax-registration TEXT           printed on receipts
  --room TEXT                       name of the room
  --holidays                        add the public holidays we know
  --services list|none              the prepared services, or begin empty
  --check-payments                  ask Stripe whether it accepts the keys
  --test-mail ADDRESS               send a test email
  --finish                          do not open set-up in the console any more
  --status                          only say what is not set up yet
Without options, and with a terminal, everything is asked for.`

class Refusal extends Error {}

type Answers = Record<string, string | boolean | undefined>

const text = { type: 'string' } as const
const flag = { type: 'boolean' } as const

function readArguments(): Answers {
  try {
    return parseArgs({
      options: {
        ...Object.fromEntries(Object.keys(SITE).map((name) => [name, text])),
        weekday: text,
        weekend: text,
        'tax-rate': text,
        'tax-kind': text,
        'tax-label': text,
        'tax-registration': text,
        room: text,
        services: text,
        'test-mail': text,
        holidays: flag,
        'check-payments': flag,
        finish: flag,
        status: flag,
        help: flag,
      },
    }).values
  } catch (error) {
    throw new Refusal(`${(error as Error).message}\n${USAGE}`)
  }
}

type Settings = Awaited<ReturnType<typeof settingsForAdmin>>

const siteFields = ({ site: { address, parking, geo, ...facts } }: Settings) => ({
  ...facts,
  ...address,
  ...parking,
  ...geo,
})
const hoursText = ({ opens, closes }: { opens: number; closes: number }) => `${opens}-${closes}`

const currentWeek = async (): Promise<WeekHours> => (await everyRoom())[0]?.hours ?? DEFAULT_HOURS

/** Asks for everything; an empty answer keeps the value in brackets. */
async function askForAll(settings: Settings): Promise<Answers> {
  const lines = createInterface({ input: process.stdin, output: process.stdout })
  const ask = async (question: string, current: string) =>
    (await lines.question(`${question} [${current}]: `)).trim() || current
  const askYes = async (question: string) =>
    /^(y|yes)?$/i.test((await lines.question(`${question} [Y/n] `)).trim())
  try {
    const answers: Answers = {}
    const current: Record<string, unknown> = siteFields(settings)
    for (const [name, [field, label]] of Object.entries(SITE))
      answers[name] = await ask(label, String(current[field] ?? ''))
    for (const days of ['weekday', 'weekend'] as const)
      answers[days] = await ask(`Hours, ${HOURS[days]}`, hoursText((await currentWeek())[days]))
    answers['tax-kind'] = await ask(
      'What is added to prices (tax, service-charge or none)',
      settings.tax.kind,
    )
    answers['tax-rate'] = await ask('Its rate in percent', String(settings.tax.basisPoints / 100))
    answers['tax-label'] = await ask('Name of the tax on receipts', settings.tax.label)
    const { room } = await setupStatus(new Date())
    answers.room = await ask('Name of the room', room ?? 'Studio One')
    answers.holidays = await askYes('Add the public holidays of Kuala Lumpur?')
    answers.services = (await askYes('Add the prepared services and add-ons?')) ? 'list' : 'none'
    answers['check-payments'] = await askYes('Ask Stripe whether it accepts the keys?')
    const to = (await lines.question('Send a test email to (empty: nobody): ')).trim()
    if (to) answers['test-mail'] = to
    answers.finish = true
    return answers
  } finally {
    lines.close()
  }
}

const sentences = translator('en', 'errors')
const sentenceOf = (key: string) => {
  const full = `fields.${key}`
  return hasSentence(sentences, full) ? sentences(full) : sentences('fields.invalid')
}

type Issues = { path: PropertyKey[]; message: string }[]
type Parsed<T> = { success: true; data: T } | { success: false; error: { issues: Issues } }

/** The answers, validated like in the console. Throws one Refusal that lists all errors. */
function checked(answers: Answers, settings: Settings, week: WeekHours) {
  const wrong: string[] = []
  const read = <T>(parsed: Parsed<T>, optionOf: (path: string) => string): T | null => {
    if (parsed.success) return parsed.data
    for (const { path, message } of parsed.error.issues)
      wrong.push(`--${optionOf(path.map(String).join('.'))}: ${sentenceOf(message)}`)
    return null
  }
  const isGiven = (names: readonly string[]) => names.some((name) => answers[name] !== undefined)

  const site = isGiven(Object.keys(SITE))
    ? read(
        SETTINGS.site.body.safeParse({
          ...siteFields(settings),
          version: undefined,
          ...Object.fromEntries(
            Object.entries(SITE).flatMap(([name, [field]]) =>
              answers[name] === undefined ? [] : [[field, answers[name]]],
            ),
          ),
        }),
        (path) => Object.entries(SITE).find(([, [field]]) => field === path)?.[0] ?? path,
      )
    : null
  const hoursOf = (days: 'weekday' | 'weekend') => {
    const [opens = '', closes = ''] = String(answers[days] ?? hoursText(week[days])).split('-')
    return { opens, closes }
  }
  const hours = isGiven(['weekday', 'weekend'])
    ? read(
        weekHours().safeParse({ weekday: hoursOf('weekday'), weekend: hoursOf('weekend') }),
        (path) => path.split('.')[0] ?? path,
      )
    : null
  const tax = isGiven(['tax-kind', 'tax-rate', 'tax-label', 'tax-registration'])
    ? read(
        SETTINGS.tax.body.safeParse({
          kind: answers['tax-kind'] ?? settings.tax.kind,
          rate: answers['tax-rate'] ?? settings.tax.basisPoints / 100,
          label: answers['tax-label'] ?? settings.tax.label,
          registration: answers['tax-registration'] ?? settings.tax.registration,
        }),
        (path) => `tax-${path}`,
      )
    : null
  const room = isGiven(['room'])
    ? read(roomNameBody.safeParse({ name: answers.room }), () => 'room')
    : null
  const mail = isGiven(['test-mail'])
    ? read(testMailBody.safeParse({ email: answers['test-mail'] }), () => 'test-mail')
    : null
  if (isGiven(['services']) && !['list', 'none'].includes(String(answers.services)))
    wrong.push('--services: must be list or none.')
  if (wrong.length > 0) throw new Refusal(`Nothing was saved.\n${wrong.join('\n')}`)
  return { site, hours, tax, room, mail }
}

async function carryOutRoom(room: { name: string } | null, hours: WeekHours | null) {
  if (room || hours) await saveRoom({ name: room?.name, hours: hours ?? undefined, actor: ACTOR })
  if (hours) console.log('Saved: hours.')
  if (room) console.log(`Saved: room "${room.name}".`)
}

/** Carries out the answers and reports them, line by line. False when a check failed. */
async function carryOut(answers: Answers): Promise<boolean> {
  const now = new Date()
  const { room, hours, mail, ...settings } = checked(
    answers,
    await settingsForAdmin(),
    await currentWeek(),
  )
  for (const key of ['site', 'tax'] as const) {
    const setting = settings[key]
    if (!setting) continue
    await saveSetting({ key, value: { ...setting.value }, version: undefined, actor: ACTOR })
    console.log(`Saved: ${key}.`)
  }
  await carryOutRoom(room, hours)
  if (answers.holidays) {
    const { added, knownUntil } = await addKnownHolidays({ actor: ACTOR, now })
    console.log(`Holidays: ${added} added, known until ${knownUntil}.`)
  }
  if (answers.services === 'list') {
    const { added } = await addFirstServices({ actor: ACTOR })
    console.log(`Services and add-ons: ${added} added.`)
  }
  const payments = answers['check-payments'] ? await checkPayments({ actor: ACTOR, now }) : null
  if (payments)
    console.log(`Payments: ${payments.keys} keys, ${payments.checked?.result ?? 'not checked'}.`)
  const sent = mail && (await sendTestMail({ ...mail, actor: ACTOR, now }))
  if (sent) console.log(`Test email: ${sent.state}${sent.failure ? ` (${sent.failure})` : ''}.`)
  if (answers.finish || answers.services !== undefined) await finishSetup({ actor: ACTOR, now })
  return payments?.checked?.result !== 'refused' && (!sent || sent.state === 'proven')
}

async function report(): Promise<string> {
  const t = translator('en', 'admin')
  const status = await setupStatus(new Date())
  const values = {
    date: status.holidays.knownUntil ?? '',
    facts: status.placeholders.map((fact) => t(`setup.facts.${fact}`)).join(', '),
  }
  const open = openItems(status).map(({ key }) => t(`setup.open.${key}`, values))
  if ((await db().user.count()) === 0)
    open.unshift('There is no administrator yet: npm run admin:create')
  return open.length > 0
    ? [`${t('setup.open.title')}:`, ...open.map((line) => `- ${line}`)].join('\n')
    : 'Everything is set up.'
}

async function main(): Promise<void> {
  const given = readArguments()
  if (given.help) return console.log(USAGE)
  const isAsking = Object.keys(given).length === 0
  if (isAsking && !process.stdin.isTTY)
    console.log(`There is no terminal to ask on; nothing is changed.\n${USAGE}\n`)
  const answers =
    isAsking && process.stdin.isTTY ? await askForAll(await settingsForAdmin()) : given
  if (!(await carryOut(answers))) process.exitCode = 1
  console.log(await report())
}

try {
  await main()
} catch (error) {
  process.exitCode = 1
  if (error instanceof Refusal) console.error(error.message)
  else console.error(databaseSentence(error) ?? (error as Error).message)
} finally {
  closeTransport()
  await closeDatabase()
}
