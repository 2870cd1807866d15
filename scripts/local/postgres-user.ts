import { spawnSync } from 'node:child_process'
import { chownSync, readFileSync, statSync } from 'node:fs'

type Command = { command: string; args: string[]; uid?: number; gid?: number }

/**
 * PostgreSQL refuses to run as root, which is common in containers and CI: then this runs it as
 * another user who owns the folder. On Linux that user keeps root's right to traverse directories
 * (setpriv), because the project may be in one that only root can read, such as /root or a new
 * mktemp -d.
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

// The owner of the existing data, otherwise the system's postgres user, otherwise nobody: no
// account is created on the machine.
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
