// Adds an administrator, or with --reset gives an existing one a new password and ends all their
// sessions; with --second-step-off also switches their two-step sign-in off, for a lost phone. The
// password is asked for, or read from ADMIN_PASSWORD: an argument would stay in the
// shell's history and in `ps`.
import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { parseArgs } from 'node:util'
import { changePassword, createAdmin } from '@/lib/auth/admin-accounts'
import { PASSWORD_MAX, PASSWORD_MIN, withoutLineEnd } from '@/lib/credentials'
import { newAdminShape } from '@/lib/auth/schema'
import { databaseSentence } from '@/lib/database-errors'
import { closeDatabase } from '@/lib/db'
import { Problem } from '@/lib/problem'

const USAGE = `Usage: npm run admin:create -- [--username <name>] [--reset [--second-step-off]]
The password is asked for, or taken from ADMIN_PASSWORD.`
const PROBLEMS = {
  username:
    'The username must be 3 to 72 letters, digits or . _ @ + - and begin with a letter or digit.',
  password: `The password must have ${PASSWORD_MIN} to ${PASSWORD_MAX} characters.`,
  password_guessable:
    'The password is too easy to guess: a common one, or made of the username, the studio’s name or its address.',
}

class Refusal extends Error {}

// One interface for all questions: a second one would lose what was typed ahead, or pasted, to the
// first.
function openTerminal() {
  if (!process.stdin.isTTY) throw new Refusal(`There is no terminal to ask on.\n${USAGE}`)
  let silent = false
  const output = new Writable({
    write(chunk, _encoding, done) {
      if (!silent) process.stdout.write(chunk)
      done()
    },
  })
  const lines = createInterface({ input: process.stdin, output, terminal: true })
  const ask = async (question: string, secret = false) => {
    silent = false
    const answer = lines.question(question)
    silent = secret
    const text = await answer
    if (secret) process.stdout.write('\n')
    return text
  }
  return { ask, close: () => lines.close() }
}

async function credentials(username: string | undefined) {
  const fromEnvironment = withoutLineEnd(process.env.ADMIN_PASSWORD ?? '')
  if (username !== undefined && fromEnvironment) return { username, password: fromEnvironment }
  const terminal = openTerminal()
  try {
    const name = username ?? (await terminal.ask('Username: '))
    const password = fromEnvironment || (await terminal.ask('Password: ', true))
    if (!fromEnvironment && password !== (await terminal.ask('Once more: ', true)))
      throw new Refusal('The two passwords differ.')
    return { username: name, password }
  } finally {
    terminal.close()
  }
}

function readArguments() {
  try {
    return parseArgs({
      options: {
        username: { type: 'string' },
        reset: { type: 'boolean', default: false },
        'second-step-off': { type: 'boolean', default: false },
      },
    }).values
  } catch (error) {
    throw new Refusal(`${(error as Error).message}\n${USAGE}`)
  }
}

async function main(): Promise<string> {
  const options = readArguments()
  const parsed = newAdminShape.safeParse(await credentials(options.username))
  if (!parsed.success) {
    const fields = new Set(
      parsed.error.issues.map((issue) => issue.path[0] as 'username' | 'password'),
    )
    throw new Refusal([...fields].map((field) => PROBLEMS[field]).join('\n'))
  }
  try {
    return await save(parsed.data, options)
  } catch (error) {
    if (error instanceof Problem && error.details.fields?.password)
      throw new Refusal(PROBLEMS.password_guessable)
    throw error
  } finally {
    await closeDatabase()
  }
}

async function save(
  { username, password }: { username: string; password: string },
  options: { reset: boolean; 'second-step-off': boolean },
): Promise<string> {
  if (options.reset) {
    const secondStepOff = options['second-step-off']
    if (await changePassword(username, password, { secondStepOff }))
      return `"${username}" has the new password and is signed out everywhere.`
    throw new Refusal(`There is no administrator called "${username}".`)
  }
  if (await createAdmin(username, password)) return `Administrator "${username}" created.`
  throw new Refusal(`"${username}" exists already. Add --reset to give it a new password.`)
}

try {
  console.log(await main())
} catch (error) {
  process.exitCode = 1
  if (error instanceof Refusal) console.error(error.message)
  else console.error(databaseSentence(error) ?? (error as Error).message)
}
