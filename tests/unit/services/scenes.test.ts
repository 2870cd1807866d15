import { scenesOf } from '@/components/services/scenes'
import { SERVICES } from '@/prisma/seed-data/services'

const rates = { hourly: 99_00, halfDay: null, fullDay: null, weekly: null }
const service = (id: number, icon: string) => ({
  id,
  name: `Service ${id}`,
  description: '',
  icon,
  rates,
})

test('every service belongs to one scene, in the owner’s order', () => {
  const services = SERVICES.filter(({ isAddOn }) => !isAddOn).map(({ icon }, id) =>
    service(id, icon),
  )
  const scenes = scenesOf(services)
  expect(scenes.map(({ key }) => key)).toEqual(['voice', 'camera', 'company'])
  const placed = scenes.map((scene) => scene.services.map(({ id }) => id))
  expect(placed.flat().sort((a, b) => a - b)).toEqual(services.map(({ id }) => id))
  for (const ids of placed) expect(ids).toEqual([...ids].sort((a, b) => a - b))
})

test.each([
  ['fas fa-microphone', 'voice'],
  ['fas fa-video', 'camera'],
  ['fa-solid fa-tower-broadcast', 'company'],
  ['fas fa-never-heard-of', 'voice'],
  ['', 'voice'],
])('the icon %p belongs to %s, and scenes without services are left out', (icon, key) => {
  expect(scenesOf([service(1, icon)]).map((scene) => scene.key)).toEqual([key])
})
