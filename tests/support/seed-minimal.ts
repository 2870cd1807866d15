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
 * them, an add-on, the tax, holidays.
 */
export async function seedMinimal() {
  const room = await db().room.create({ data: { name: 'Studio A', position: 1 } })
  const service = (data: {
    name: string
    hourlyRate: string
    halfDayRate?: string
    fullDayRate?: string
    isAddOn?: boolean
    position: number
  }) =>
    db().service.create({
      data: {
        ...data,
        ...(!data.isAddOn && { rooms: { create: { roomId: room.id } } }),
        description: `${data.name} in the studio`,
        icon: 'fas fa-microphone',
      },
    })
  const audio = await service({ name: 'Audio Basic', hourlyRate: '99.00', position: 1 })
  const video = await service({
    name: 'Video Premium',
    hourlyRate: '248.00',
    halfDayRate: '228.00',
    fullDayRate: '208.00',
    position: 2,
  })
  const addOn = await service({
    name: 'Co-host Support',
    hourlyRate: '80.00',
    isAddOn: true,
    position: 3,
  })
  await db().setting.create({ data: { key: 'tax', value: { basisPoints: 825, label: 'Tax' } } })
  await db().holiday.createMany({
    data: HOLIDAYS.map(([date, name, ms, zh]) => ({
      date,
      name,
      translations: { ms: { name: ms }, zh: { name: zh } },
    })),
  })
  return { room, audio, video, addOn }
}
