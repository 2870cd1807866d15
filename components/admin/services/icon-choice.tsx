'use client'
import { useTranslations } from 'next-intl'
import { ServiceIcon } from '@/components/booking/service-icon'
import { iconName, SERVICE_ICONS } from '@/lib/catalog/rules'

/** The glyphs a service can have. One that is stored but not offered stays chosen, as itself. */
export function IconChoice({ label, initial }: { label: string; initial: string }) {
  const t = useTranslations('admin.services.icons')
  const offered: string[] = SERVICE_ICONS.some((icon) => icon === initial)
    ? [...SERVICE_ICONS]
    : [initial, ...SERVICE_ICONS]
  const nameOf = (icon: string) =>
    t.has(iconName(icon) as 'microphone') ? t(iconName(icon) as 'microphone') : iconName(icon)
  return (
    <fieldset>
      <legend className="pb-1.5 text-sm font-medium">{label}</legend>
      <div className="flex flex-wrap gap-2">
        {offered.map((icon) => (
          <label
            key={icon}
            title={nameOf(icon)}
            className="grid size-11 cursor-pointer place-items-center rounded-md border border-edge text-muted transition-colors has-checked:border-tungsten has-checked:text-tungsten has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-tungsten hover:text-fg"
          >
            <input
              type="radio"
              name="icon"
              value={icon}
              defaultChecked={icon === initial}
              className="sr-only"
              aria-label={nameOf(icon)}
            />
            <ServiceIcon icon={icon} className="size-5" />
          </label>
        ))}
      </div>
    </fieldset>
  )
}
