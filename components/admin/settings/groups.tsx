'use client'
import { useTranslations } from 'next-intl'
import { CheckEntry, TextEntry } from '@/components/admin/form/entry'
import type { Hours } from '@/lib/studio'
import { COUNTED } from '@/lib/settings/schema'
import type { Site } from '@/lib/site'
import { HoursFields } from './hours-fields'
import { SettingForm } from './setting-form'
import { StudioFields } from './studio-fields'

type Versioned = { version: string | null }
type Settings = {
  hours: Versioned & Hours
  tax: Versioned & { basisPoints: number; label: string }
  hold: Versioned & { minutes: number | null; usual: number }
  marketing: Versioned & {
    tierBadges: boolean
    editingStarts: boolean
    discounts: { standard?: number; premium?: number }
  }
  counters: Versioned & Record<(typeof COUNTED)[number], number>
  site: Versioned & Site
}

/**
 * What the owner can set: who the studio is, opening hours, prices' tax, holds, what the tiers
 * advertise, the portfolio's counters.
 */
export function SettingGroups({ hours, tax, hold, marketing, counters, site }: Settings) {
  const t = useTranslations('admin.settings')
  return (
    <div className="grid gap-4 lg:grid-cols-2">
      <SettingForm name="site" version={site.version} className="lg:col-span-2">
        <StudioFields site={site} />
      </SettingForm>
      <SettingForm name="hours" version={hours.version}>
        <HoursFields hours={hours} />
      </SettingForm>
      <SettingForm name="tax" version={tax.version}>
        <div className="grid gap-5 sm:grid-cols-2">
          <TextEntry
            name="rate"
            label={t('tax.rate')}
            required
            inputMode="decimal"
            defaultValue={tax.basisPoints / 100}
          />
          <TextEntry name="label" label={t('tax.label')} required defaultValue={tax.label} />
        </div>
      </SettingForm>
      <SettingForm name="hold" version={hold.version}>
        <TextEntry
          name="minutes"
          label={t('hold.minutes')}
          inputMode="numeric"
          placeholder={String(hold.usual)}
          defaultValue={hold.minutes ?? ''}
        />
      </SettingForm>
      <SettingForm name="marketing" version={marketing.version}>
        <CheckEntry
          name="tierBadges"
          label={t('marketing.tierBadges')}
          defaultChecked={marketing.tierBadges}
        />
        <div className="grid gap-5 sm:grid-cols-2">
          <TextEntry
            name="standard"
            label={t('marketing.standard')}
            inputMode="numeric"
            defaultValue={marketing.discounts.standard ?? 0}
          />
          <TextEntry
            name="premium"
            label={t('marketing.premium')}
            inputMode="numeric"
            defaultValue={marketing.discounts.premium ?? 0}
          />
        </div>
        <CheckEntry
          name="editingStarts"
          label={t('marketing.editingStarts')}
          defaultChecked={marketing.editingStarts}
        />
      </SettingForm>
      <SettingForm name="counters" version={counters.version}>
        <div className="grid gap-5 sm:grid-cols-3">
          {COUNTED.map((type) => (
            <TextEntry
              key={type}
              name={type}
              label={t(`counters.${type}`)}
              inputMode="numeric"
              defaultValue={counters[type]}
            />
          ))}
        </div>
      </SettingForm>
    </div>
  )
}
