import { Link } from '@react-email/components'
import { SITE, whatsappLink } from '@/lib/site'
import { Action, Bullets, Note, Paragraph, Part } from './parts'
import { link } from './theme'
import type { ManagedBooking } from '../schema'
import { pageLink, type Voice } from './wording'

type Props = { voice: Voice }

/** What the studio does next and what the customer should. */
export const WhatNext = ({ voice: { t } }: Props) => (
  <Part title={t('next.title')}>
    <Bullets items={[t('next.prepare'), t('next.arrive'), t('next.record'), t('next.calendar')]} />
  </Part>
)

/** Address, parking and the way there. */
export function WhereToFindUs({ voice: { t } }: Props) {
  const { unit, street, city, country } = SITE.address
  return (
    <Part title={t('where.title')}>
      <Paragraph>
        {SITE.name}
        <br />
        {unit}, {street}
        <br />
        {city}, {country}
        <br />
        {t('where.parking', { levels: SITE.parking.levels })}
        <br />
        <Link href={SITE.directions} style={link}>
          {t('where.directions')}
        </Link>
      </Paragraph>
    </Part>
  )
}

/** The three lists of the confirmation page, one line each. */
export const WhatToBring = ({ voice: { t } }: Props) => (
  <Part title={t('bring.title')}>
    <Bullets
      items={(['essential', 'optional', 'provided'] as const).map((list) => (
        <>
          <strong>{t(`bring.${list}`)}</strong> {t(`bring.${list}_items`)}
        </>
      ))}
    />
  </Part>
)

/** The booking policy in one paragraph. */
export const Policy = ({ voice: { t } }: Props) => (
  <Part title={t('policy.title')}>
    <Note>{t('policy.text')}</Note>
  </Part>
)

/** The way to the booking's own page: its token is the customer's right to change it, so it stands in no mail to others. */
export const ManageLink = ({ booking: { manageToken }, voice, text }: Props & { booking: ManagedBooking; text?: string }) =>
  manageToken && (
    <Part title={voice.t('manage.title')}>
      <Paragraph>{text ?? voice.t('manage.text')}</Paragraph>
      <Action primary href={pageLink(`/manage/${manageToken}`, voice)}>
        {voice.t('manage.button')}
      </Action>
    </Part>
  )

/** How to reach a person about booking (or order) `id`. */
export const Help = ({ voice: { t }, id, about = 'prefill' }: Props & { id: number; about?: 'prefill' | 'prefill_order' }) => (
  <Part title={t('help.title')}>
    <Paragraph>{t('help.text', { phone: SITE.phone })}</Paragraph>
    <Action href={whatsappLink(t(`help.${about}`, { id }))}>{t('help.whatsapp')}</Action>
  </Part>
)
