import { closeTransport } from '@/lib/mail/transport'
import { testDatabase, type TestDatabase } from '@/tests/support/database'
import { Mailbox } from './mailbox'

/**
 * A database and a real SMTP server for the file's tests, both empty before each; filled in before
 * the first one.
 */
export function openMailWorld(): { database: TestDatabase; mailbox: Mailbox } {
  const world = {} as { database: TestDatabase; mailbox: Mailbox }
  beforeAll(async () => {
    world.mailbox = await Mailbox.open()
    process.env.SMTP_URL = world.mailbox.url // before anything reads the environment
    world.database = await testDatabase()
  })
  beforeEach(async () => {
    await world.database.reset()
    await world.mailbox.start()
    await world.mailbox.clear()
  })
  afterAll(async () => {
    closeTransport()
    await world.database.drop()
    await world.mailbox.close()
  })
  return world
}
