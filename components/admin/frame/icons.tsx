import type { ComponentProps } from 'react'

// The icons of the frame, drawn as lucide-react draws them: its component is 1.2 KiB, which not every
// screen needs.

type Props = Pick<ComponentProps<'svg'>, 'className'>

const Drawing = (props: ComponentProps<'svg'>) => (
  <svg
    width="24"
    height="24"
    viewBox="0 0 24 24"
    fill="none"
    stroke="currentColor"
    strokeWidth="2"
    strokeLinecap="round"
    strokeLinejoin="round"
    aria-hidden="true"
    {...props}
  />
)

export const TodayIcon = (props: Props) => (
  <Drawing {...props}>
    <circle cx="12" cy="12" r="1" />
    <circle cx="12" cy="12" r="10" />
  </Drawing>
)

export const CalendarIcon = (props: Props) => (
  <Drawing {...props}>
    <path d="M8 2v3m8-3v3M3 9h18" />
    <rect x="3" y="3" width="18" height="18" rx="2" />
    <path d="M8 13h.01M12 13h.01M16 13h.01M8 17h.01M12 17h.01M16 17h.01" />
  </Drawing>
)

export const CreateIcon = (props: Props) => (
  <Drawing {...props}>
    <path d="M5 12h14M12 5v14" />
  </Drawing>
)

export const InboxIcon = (props: Props) => (
  <Drawing {...props}>
    <path d="M22 12h-6l-2 3h-4l-2-3H2" />
    <path d="M5.45 5.11 2 12v6a2 2 0 0 0 2 2h16a2 2 0 0 0 2-2v-6l-3.45-6.89A2 2 0 0 0 16.76 4H7.24a2 2 0 0 0-1.79 1.11z" />
  </Drawing>
)

export const MoreIcon = (props: Props) => (
  <Drawing {...props}>
    <circle cx="12" cy="12" r="1" />
    <circle cx="19" cy="12" r="1" />
    <circle cx="5" cy="12" r="1" />
  </Drawing>
)

export const SearchIcon = (props: Props) => (
  <Drawing {...props}>
    <path d="m21 21-4.34-4.34" />
    <circle cx="11" cy="11" r="8" />
  </Drawing>
)
