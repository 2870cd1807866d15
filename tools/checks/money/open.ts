import pg from 'pg'
import { moveDefaults, takeOverClock } from '@/tests/history/clock'
import { postOffice } from '@/tests/history/mailer'
import { network } from '@/tests/history/network'
import { tapDatabase } from '@/tests/history/wire'
import { furnish } from '@/tests/history/world'
import { untrueIn } from './letters'

/** The checker's connections to a database of its own, whose clock it has, and whose mails it reads. */
export async function openChecker(): Promise<{ sql: pg.Client; close: () => Promise<void> }> {
  const sql = new pg.Client({ connectionString: process.env.DATABASE_URL })
  const reader = new pg.Client({ connectionString: process.env.DATABASE_URL })
  await Promise.all([sql.connect(), reader.connect()])
  takeOverClock()
  tapDatabase(sql, reader)
  readMails(reader)
  await moveDefaults(sql)
  await furnish(sql)
  return { sql, close: async () => void (await Promise.all([sql.end(), reader.end()])) }
}

/** Every mail is read by the checker when the mail server takes it. */
function readMails(reader: pg.Client): void {
  postOffice.read = async (letter) => {
    const untrue = await untrueIn(reader, letter)
    network.violations.push(...untrue)
  }
}
