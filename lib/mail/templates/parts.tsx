import { Button } from '@react-email/button'
import { Heading } from '@react-email/heading'
import { Section } from '@react-email/section'
import { Text } from '@react-email/text'
import { Fragment, type ReactNode } from 'react'
import { bodyText, COLOUR, smallText } from './theme'

// A date without its weekday, in each language, and a telephone number.
const WHOLE =
  /(\p{L}{3,12} \d{1,2}, \d{4}|\d{1,2} \p{L}{3,12} \d{4}|\d{4}年\d{1,2}月\d{1,2}日|\+\d[\d -]{6,18}\d)/u

/** A text in which no line ends inside a date or a telephone number. */
const wholeDates = (text: ReactNode): ReactNode =>
  typeof text === 'string' && WHOLE.test(text)
    ? text.split(WHOLE).map((part, index) =>
        index % 2 === 1 ? (
          <span key={index} style={{ whiteSpace: 'nowrap' }}>
            {part}
          </span>
        ) : (
          part
        ),
      )
    : text

export const Paragraph = ({ children }: { children: ReactNode }) => (
  <Text className="m-ink" style={bodyText}>
    {wholeDates(children)}
  </Text>
)

/** A paragraph for details. `apart`: a titled part follows it directly. */
export const Note = ({ children, apart = false }: { children: ReactNode; apart?: boolean }) => (
  <Text className="m-muted" style={apart ? { ...smallText, margin: '0 0 20px' } : smallText}>
    {children}
  </Text>
)

export function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Section style={{ margin: '0 0 20px' }}>
      <Heading
        as="h2"
        className="m-ink"
        style={{ margin: '8px 0', fontSize: '17px', lineHeight: '24px', color: COLOUR.ink }}
      >
        {title}
      </Heading>
      {children}
    </Section>
  )
}

/** The most important information of a mail, large on a dark plate, with a `note` below it. */
export const Plate = ({
  label,
  note,
  children,
}: {
  label?: string
  note?: string
  children: ReactNode
}) => (
  <Section style={{ margin: '8px 0 20px', backgroundColor: COLOUR.raised, borderRadius: '10px' }}>
    <Section style={{ padding: '18px 20px' }}>
      {label && <Text style={plateNote}>{label}</Text>}
      {children}
      {note && <Text style={plateNote}>{note}</Text>}
    </Section>
  </Section>
)

const plateNote = {
  margin: 0,
  color: COLOUR.onDarkMuted,
  fontSize: '13px',
  lineHeight: '20px',
} as const
export const plateText = {
  margin: '2px 0',
  color: COLOUR.tungsten,
  fontSize: '20px',
  lineHeight: '30px',
  fontWeight: 700,
} as const

export type MailFact = { label: string; value: ReactNode; strong?: boolean }

/** Labels and values in two columns; the text version keeps the columns. */
export function Facts({ facts }: { facts: MailFact[] }) {
  return (
    <table
      role="presentation"
      data-text-format="dataTable"
      width="100%"
      cellPadding={0}
      cellSpacing={0}
      border={0}
      className="m-line"
      style={{ borderTop: `1px solid ${COLOUR.line}` }}
    >
      <tbody>
        {facts.map(({ label, value, strong }) => (
          <tr key={label}>
            <td
              width="36%"
              valign="top"
              className="m-muted m-line"
              style={{ ...cell, color: COLOUR.muted, fontSize: '14px' }}
            >
              {label}
            </td>
            <td
              valign="top"
              className="m-ink m-line"
              style={{
                ...cell,
                color: COLOUR.ink,
                fontSize: '15px',
                fontWeight: strong ? 700 : 400,
                wordBreak: 'break-word',
                overflowWrap: 'anywhere',
                fontVariantNumeric: 'tabular-nums',
              }}
            >
              {wholeDates(value)}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const cell = {
  padding: '9px 12px 9px 0',
  lineHeight: '22px',
  borderBottom: `1px solid ${COLOUR.line}`,
} as const

/** Text as people typed it, its line breaks kept without `white-space`, which Outlook ignores. */
export function Lines({ text }: { text: string }) {
  return text.split(/\r\n|\r|\n/).map((line, index) => (
    <Fragment key={index}>
      {index > 0 && <br />}
      {wholeDates(line)}
    </Fragment>
  ))
}

export function Bullets({ items }: { items: ReactNode[] }) {
  return (
    <ul style={{ margin: 0, padding: '0 0 0 20px' }}>
      {items.map((item, index) => (
        <li key={index} className="m-ink" style={{ ...bodyText, margin: '0 0 6px' }}>
          {wholeDates(item)}
        </li>
      ))}
    </ul>
  )
}

type ActionProps = { href: string; primary?: boolean; children: ReactNode }

/** The main action of a mail (`primary`), or a secondary one. */
export const Action = (props: ActionProps) => (
  <Section style={{ margin: '8px 0 20px' }}>
    <ActionButton {...props} />
  </Section>
)

function ActionButton({ href, primary, children }: ActionProps) {
  const colours = primary
    ? {
        backgroundColor: COLOUR.tungsten,
        color: COLOUR.ground,
        border: `1px solid ${COLOUR.tungsten}`,
      }
    : { backgroundColor: COLOUR.card, color: COLOUR.ink, border: `1px solid ${COLOUR.muted}` }
  return (
    <Button
      href={href}
      className={primary ? undefined : 'm-card m-ink'}
      style={{ ...colours, ...buttonShape }}
    >
      {children}
    </Button>
  )
}

/** Buttons on the dark plate, one beside the other where they fit: the main one first. */
export const PlateActions = ({ actions }: { actions: { href: string; text: string }[] }) => (
  <Section style={{ margin: '12px 0 0' }}>
    {actions.map(({ href, text }, index) => (
      <Fragment key={href}>
        {index > 0 && ' '}
        <Button
          href={href}
          style={{
            ...buttonShape,
            margin: '0 8px 8px 0',
            backgroundColor: index === 0 ? COLOUR.tungsten : COLOUR.raised,
            color: index === 0 ? COLOUR.ground : COLOUR.onDark,
            border: `1px solid ${index === 0 ? COLOUR.tungsten : COLOUR.onDarkMuted}`,
          }}
        >
          {text}
        </Button>
      </Fragment>
    ))}
  </Section>
)

const buttonShape = {
  padding: '12px 20px',
  borderRadius: '8px',
  fontSize: '15px',
  fontWeight: 700,
  textDecoration: 'none',
} as const
