import { spawnSync } from 'node:child_process'
import { chownSync, readFileSync, statSync } from 'node:fs'

type Command = { command: string; args: string[]; uid?: number; gid?: number }

/**
 * PostgreSQL refuses to run as root, which we often are in containers and CI: there this runs it as
 * another user and gives that user the folder. On Linux that user keeps root's right to pass
 * through directories (setpriv), because the project may lie in one that is root's alone, such as
 * /root or a fresh mktemp -d.
 */
export function asPostgresUser(folder: string, command: string, args: string[]): Command {
  if (process.getuid?.() !== 0) return { command, args }
  const { uid, gid } = userFor(folder)
  const pass = [
    `--reuid=${uid}`,
    `--regid=${gid}`,
    '--clear-groups',
    '--securebits=+no_setuid_fixup',
    '--inh-caps=+dac_override',
    '--ambient-caps=+dac_override',
    '--',
  ]
  const canPass = spawnSync('setpriv', [...pass, 'true'], { stdio: 'ignore' }).status === 0
  return canPass
    ? { command: 'setpriv', args: [...pass, command, ...args] }
    : { command, args, uid, gid }
}

// Who owns the data already, else the system's postgres user, else nobody: no account is made on
// the machine.
function userFor(folder: string): { uid: number; gid: number } {
  const { uid, gid } = statSync(folder)
  if (uid !== 0) return { uid, gid }
  const accounts = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
  const account = ['postgres', 'nobody']
    .map((name) => accounts.find((fields) => fields[0] === name))
    .find(Boolean)
  if (!account)
    throw new Error(
      'PostgreSQL cannot run as root, and there is no user "postgres" or "nobody" to run it as.',
    )
  const user = { uid: Number(account[2]), gid: Number(account[3]) }
  chownSync(folder, user.uid, user.gid)
  return user
}
