import { Prisma } from '@/lib/generated/prisma/client'
import { db } from '@/lib/db'

const HOLIDAYS = [
  ['2026-12-25', 'Christmas Day', 'Hari Krismas', '圣诞节'],
  ['2027-01-01', "New Year's Day", 'Tahun Baharu', '元旦'],
  ['2027-02-06', 'Chinese New Year', 'Tahun Baharu Cina', '农历新年'],
  ['2027-02-07', 'Chinese New Year (second day)', 'Tahun Baharu Cina (hari kedua)', '农历新年初二'],
  [
    '2027-02-08',
    'Chinese New Year (replacement holiday)',
    'Tahun Baharu Cina (cuti ganti)',
    '农历新年（补假）',
  ],
] as const

/**
 * Rows that any booking needs: room 1, an audio service without longer rates, a video one with
 * them, an add-on, the tax, holidays. One statement: they are made before every test.
 */
export async function seedMinimal(): Promise<void> {
  const holidays = HOLIDAYS.map(
    ([date, name, ms, zh]) =>
      Prisma.sql`(${date}, ${name}, ${JSON.stringify({ ms: { name: ms }, zh: { name: zh } })}::jsonb)`,
  )
  await db().$executeRaw`
    WITH room AS (INSERT INTO studios (name, position) VALUES ('Studio A', 1) RETURNING id),
      made AS (INSERT INTO services
        (name, description, icon, hourly_rate, half_day_rate, full_day_rate, is_add_on, position) VALUES
        ('Audio Basic', 'Audio Basic in the studio', 'fas fa-microphone', 99, NULL, NULL, false, 1),
        ('Video Premium', 'Video Premium in the studio', 'fas fa-microphone', 248, 228, 208, false, 2),
        ('Co-host Support', 'Co-host Support in the studio', 'fas fa-microphone', 80, NULL, NULL, true, 3)
        RETURNING id, is_add_on),
      served AS (INSERT INTO service_rooms (service_id, studio_id)
        SELECT made.id, room.id FROM made, room WHERE NOT made.is_add_on),
      tax AS (INSERT INTO settings (key, value) VALUES ('tax', '{"basisPoints": 825, "label": "Tax"}'))
    INSERT INTO holidays (date, name, translations) VALUES ${Prisma.join(holidays)}`
}
