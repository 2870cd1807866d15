import { Link } from '@react-email/link'
import { translator } from '@/lib/i18n/messages'
import { wazeLink, whatsappLink } from '@/lib/settings/links'
import { visitLines } from '@/lib/settings/visit'
import { Action, Bullets, Note, Paragraph, Part } from './parts'
import { link } from './theme'
import { pageLink, type Voice } from './wording'

type Props = { voice: Voice }

/** What the studio and the customer do next. */
export const WhatNext = ({ voice: { t } }: Props) => (
  <Part title={t('next.title')}>
    <Bullets items={[t('next.prepare'), t('next.arrive'), t('next.record')]} />
  </Part>
)

/**
 * Address, parking, directions, and the owner's other information for visitors; with the token of the
 * booking's own page, a link to it there.
 */
export function WhereToFindUs({ voice, token }: Props & { token?: string | undefined }) {
  const { locale, t, studio, visit } = voice
  const words = translator(locale, 'visit')
  const lines = visitLines(visit, words)
  const { unit, street, city, country } = studio.address
  return (
    <Part title={t('where.title')}>
      <Paragraph>
        {studio.name}
        <br />
        {unit}, {street}
        <br />
        {city}, {country}
        <br />
        {t('where.parking', { levels: studio.parking.levels })}
        <br />
        <Link className="m-link" href={studio.directions} style={link}>
          {t('where.directions')}
        </Link>
        {' · '}
        <Link className="m-link" href={wazeLink(studio.geo)} style={link}>
          Waze
        </Link>
        {token && lines.length > 0 && (
          <>
            <br />
            <Link
              className="m-link"
              href={`${pageLink(`/manage/${token}`, voice)}#before-you-come`}
              style={link}
            >
              {words('title')}
            </Link>
          </>
        )}
      </Paragraph>
      {!token && lines.length > 0 && (
        <Bullets
          items={lines.map(({ key, label, text }) => (
            <span key={key}>
              <strong>{label}</strong>
              <br />
              {text}
            </span>
          ))}
        />
      )}
    </Part>
  )
}

/** The three lists of the confirmation page, one line each. */
export const WhatToBring = ({ voice: { t } }: Props) => (
  <Part title={t('bring.title')}>
    <Bullets
      items={(['essential', 'optional', 'provided'] as const).map((list) =>
        t.rich(`bring.${list}`, { b: (words) => <strong>{words}</strong> }),
      )}
    />
  </Part>
)

/** What the attached calendar file does, where there is one. */
export const CalendarAttached = ({ voice: { attached }, text }: Props & { text: string }) =>
  attached.includes('calendar') && <Paragraph>{text}</Paragraph>

/** The booking policy in one paragraph. */
export const Policy = ({ voice: { t } }: Props) => (
  <Part title={t('policy.title')}>
    <Note>{t('policy.text')}</Note>
  </Part>
)

type LinkProps = Props & {
  token: string | undefined
  about: 'past' | 'order'
  /** What the button says, where that is not to see it. */
  action?: 'footage'
  /** The mail's main button. */
  main?: boolean
}

/**
 * The link to the own page of a booking that does not take place, or of an order
 * (docs/decisions/020 C10). Its token is the customer's right to change it, so it is in no mail to
 * others.
 */
export const ManageLink = ({ token, about, action, voice, main = false }: LinkProps) =>
  token && (
    <Part title={voice.t(`manage.${about}.title`)}>
      <Paragraph>{voice.t(`manage.${about}.text`)}</Paragraph>
      <Action primary={main} href={pageLink(`/manage/${token}`, voice)}>
        {voice.t(`manage.${action ?? about}.button`)}
      </Action>
    </Part>
  )

/** How to reach a person about booking (or order) `id`. */
export const Help = ({
  voice: { t, studio },
  id,
  about = 'prefill',
}: Props & { id: number; about?: 'prefill' | 'prefill_order' }) => (
  <Part title={t('help.title')}>
    <Paragraph>{t('help.text', { phone: studio.phone })}</Paragraph>
    <Action href={whatsappLink(studio, t(`help.${about}`, { id }))}>{t('help.whatsapp')}</Action>
  </Part>
)
