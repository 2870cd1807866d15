import type { ServiceOption } from '@/components/booking/options'
import type { PictureName } from '@/lib/seo/pictures'

export type Scene = {
  key: 'voice' | 'camera' | 'company'
  picture: PictureName
  services: ServiceOption[]
}

// The corner of the studio in which a service is recorded, by its font class; an unknown one is at
// the microphone, like its icon (docs/decisions/020 G10).
const CAMERA = ['camera', 'film', 'mobile-alt', 'mobile-screen', 'video', 'video-camera']
const COMPANY = ['broadcast-tower', 'tower-broadcast', 'user-friends', 'user-group', 'users']

const sceneOf = ({ icon }: ServiceOption): Scene['key'] => {
  const name = /fa-([a-z-]+)\s*$/.exec(icon)?.[1] ?? ''
  if (CAMERA.includes(name)) return 'camera'
  return COMPANY.includes(name) ? 'company' : 'voice'
}

const SCENES = [
  { key: 'voice', picture: 'microphone' },
  { key: 'camera', picture: 'camera' },
  { key: 'company', picture: 'panel-table' },
] as const

/**
 * The services by the scene they are recorded in, in the administrator's order; a scene without
 * services is left out.
 */
export const scenesOf = (services: ServiceOption[]): Scene[] =>
  SCENES.map((scene) => ({
    ...scene,
    services: services.filter((service) => sceneOf(service) === scene.key),
  })).filter((scene) => scene.services.length > 0)
