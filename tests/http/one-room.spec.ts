// A house with one room says nothing of rooms.
import pg from 'pg'
import { expect } from '@/tests/support/e2e'
import { test } from '@/tests/support/http'
import { startOnOwnDatabase } from '@/tests/support/instances'

const ONE_ROOM = [
  ...['/', '/booking', '/contact', '/faq', '/booking-success', '/services'],
  ...['/ms/booking', '/zh/contact'],
]
const OTHERS = `
  INSERT INTO studios (name, state, hours, position) SELECT 'Unlikely ' || state, state,
    '{"weekday":{"opens":1,"closes":2},"weekend":{"opens":1,"closes":2}}', 90
    FROM unnest(ARRAY['hidden', 'retired']) AS state;
  INSERT INTO service_rooms (service_id, studio_id)
    SELECT services.id, studios.id FROM services, studios
    WHERE NOT is_add_on AND studios.state <> 'offered';
  INSERT INTO codes (code, name, percent, stopped_at) VALUES ('UNLIKELY', 'Unlikely fair', 10, now());
  INSERT INTO settings (key, value) VALUES ('transfer',
    '{"bank":"Unlikely bank","holder":"Unlikely","number":"","duitnow":"","hours":24}')
    ON CONFLICT (key) DO UPDATE SET value = EXCLUDED.value`

test('the pages of a house with one room are the same to the byte beside rooms, a code and a transfer that nobody can use', async () => {
  test.setTimeout(300_000)
  const house = await startOnOwnDatabase((sql) =>
    sql.query(`UPDATE studios SET name = 'Unlikely one'`),
  )
  const sql = new pg.Client({ connectionString: house.database })
  await sql.connect()
  const read = async (path: string, headers = {}) =>
    (await fetch(house.url + path, { headers })).text()
  const all = async () => {
    const pages: Record<string, string> = {}
    for (const path of ONE_ROOM) {
      pages[path] = await read(path)
      // Next repeats the address that it was asked for first, with a mark of its own or without.
      pages[`${path} (data)`] = (await read(path, { RSC: '1' })).replaceAll('?_rsc=', '')
    }
    return pages
  }
  const openAt = (hour: number) =>
    `UPDATE studios SET hours = jsonb_set(hours, '{weekday,opens}', '${hour}') WHERE name = 'Unlikely one';`
  /** Every page is rendered twice after `change`, the second time with the hours of before. */
  const renderAnew = async (change: string) => {
    await sql.query(change + openAt(7))
    for (const path of ONE_ROOM)
      await expect.poll(() => read(path), { message: path }).toContain('07:00')
    await sql.query(openAt(9))
    for (const path of ONE_ROOM)
      await expect.poll(() => read(path), { message: path }).not.toContain('07:00')
  }
  try {
    // Where a rendering is cut into parts depends on the moment: one of a few must be the same.
    const before: Record<string, string>[] = []
    for (let round = 0; round < 2; round++) {
      await renderAnew('')
      before.push(await all())
    }
    for (const [path, text] of Object.entries(before[0] ?? {})) {
      expect(text.length, path).toBeGreaterThan(5_000)
      expect(text, path).not.toMatch(/Unlikely|roomId|"rooms"/)
    }
    // They are rendered again beside what nobody can use.
    await sql.query(OTHERS)
    let others = Object.keys(before[0] ?? {})
    for (let round = 0; round < 5 && others.length > 0; round++) {
      await renderAnew('')
      const after = await all()
      others = others.filter((path) => !before.some((pages) => pages[path] === after[path]))
    }
    expect(others).toEqual([])
  } finally {
    await sql.end()
    await house.stop()
  }
})
