import { Body } from '@react-email/body'
import { Container } from '@react-email/container'
import { Head } from '@react-email/head'
import { Heading } from '@react-email/heading'
import { Html } from '@react-email/html'
import { Link } from '@react-email/link'
import { Preview } from '@react-email/preview'
import { Section } from '@react-email/section'
import { Text } from '@react-email/text'
import type { ReactNode } from 'react'
import { LANGUAGES } from '@/lib/i18n/languages'
import { mailtoHref } from '@/lib/settings/links'
import { DRAWN_NAME } from '@/lib/settings/site'
import { Note } from './parts'
import { COLOUR, DARK_STYLE, FONT, GUTTER, link, smallText } from './theme'
import type { Voice } from './wording'

const METER = [
  ...Array<string>(9).fill(COLOUR.green),
  ...Array<string>(3).fill(COLOUR.tungsten),
  COLOUR.red,
]

type Props = {
  voice: Voice
  title: string
  preview: string
  /** Why the reader receives it; by default, because they booked. */ reason?: string
  children: ReactNode
}

/** The frame of every mail: the dark header with its level meter, the light sheet, and the sender. */
export function Layout({ voice, title, preview, reason, children }: Props) {
  return (
    <Html lang={LANGUAGES[voice.locale].tag}>
      <Head>
        <title>{title}</title>
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="format-detection" content="date=no" />
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <style dangerouslySetInnerHTML={{ __html: DARK_STYLE }} />
      </Head>
      <Preview>{preview}</Preview>
      <Body
        className="m-paper"
        style={{ margin: 0, padding: '0', backgroundColor: COLOUR.paper, fontFamily: FONT }}
      >
        <Container className="m-card" style={{ maxWidth: '600px', backgroundColor: COLOUR.card }}>
          <Section style={{ backgroundColor: COLOUR.ground }}>
            <Section style={{ padding: `22px ${GUTTER} 18px` }}>
              <Link
                data-skip-in-text="true"
                href={voice.site}
                style={{
                  color: COLOUR.onDark,
                  fontSize: '20px',
                  fontWeight: 700,
                  letterSpacing: '-0.2px',
                  textDecoration: 'none',
                }}
              >
                <Mark site={voice.site} name={voice.studio.name} />
              </Link>
            </Section>
            <LevelMeter />
          </Section>
          <Section style={{ padding: `28px ${GUTTER} 12px` }}>
            <Heading
              as="h1"
              className="m-ink"
              style={{
                margin: '0 0 16px',
                fontSize: '26px',
                lineHeight: '34px',
                letterSpacing: '-0.4px',
                color: COLOUR.ink,
              }}
            >
              {title}
            </Heading>
            {voice.missing.map((attachment) => (
              <Note key={attachment} apart>
                {voice.t(`missing.${attachment}`)}
              </Note>
            ))}
            {children}
          </Section>
          <Sender
            voice={voice}
            reason={reason ?? voice.t('footer.reason', { studio: voice.studio.name })}
          />
        </Container>
      </Body>
    </Html>
  )
}

/** The wordmark, or the star with another studio's name; twice its size, for dense screens. */
const Mark = ({ site, name }: { site: string; name: string }) =>
  name === DRAWN_NAME ? (
    <img src={`${site}/logo-mail.png`} alt={name} width={189} height={32} />
  ) : (
    <>
      <img
        src={`${site}/mark-mail.png`}
        alt=""
        width={30}
        height={32}
        style={{ display: 'inline-block', marginRight: '8px', verticalAlign: 'middle' }}
      />
      <span style={{ verticalAlign: 'middle' }}>{name}</span>
    </>
  )

/** Drawn with cells, because half of the clients show no pictures until asked. */
function LevelMeter() {
  return (
    <table
      role="presentation"
      aria-hidden="true"
      data-skip-in-text="true"
      width="100%"
      cellPadding={0}
      cellSpacing={2}
      border={0}
    >
      <tbody>
        <tr>
          {METER.map((colour, index) => (
            <td
              key={index}
              height={4}
              style={{ height: '4px', fontSize: '1px', lineHeight: '4px', backgroundColor: colour }}
            />
          ))}
        </tr>
      </tbody>
    </table>
  )
}

function Sender({ voice: { t, studio }, reason }: { voice: Voice; reason: string }) {
  const { unit, street, city, country } = studio.address
  return (
    <Section
      className="m-paper"
      style={{ padding: `20px ${GUTTER} 28px`, backgroundColor: COLOUR.paper }}
    >
      <Text className="m-muted" style={smallText}>
        {studio.legalName}
        {studio.registration && ` · ${t('footer.registration', { number: studio.registration })}`}
      </Text>
      <Text className="m-muted" style={smallText}>
        {[unit, street, city, country].join(', ')}
      </Text>
      <Text className="m-muted" style={smallText}>
        <Link
          className="m-muted"
          href={mailtoHref(studio.email)}
          style={{ ...link, color: COLOUR.muted }}
        >
          {studio.email}
        </Link>{' '}
        · {studio.phone}
      </Text>
      <Text className="m-muted" style={{ ...smallText, margin: '12px 0 0' }}>
        {reason}
      </Text>
    </Section>
  )
}
