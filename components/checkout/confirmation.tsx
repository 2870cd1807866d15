import type { Elements } from '@/components/ui/elements'
import { Confirming, Elsewhere, Failed, ConfirmationDelayed, Loading } from './confirmation-states'
import { showsNextSteps, type PaymentView } from './follow-payment'

type End = 'confirmed' | 'refunded' | 'cancelled'

type ConfirmationProps<T> = {
  view: PaymentView<T>
  /** What is loading, for a screen reader. */
  loading: string
  /** Where the visitor can pay once more. */
  again: string
  ends: Record<End, (paid: T) => Elements>
  /** A success whose details this browser may not see. */
  generic: Elements
  /** The address says nothing that can be believed; by default the page keeps loading. */
  unknown?: Elements
  /** What follows for a customer. */
  children: Elements
}

/**
 * The part of a success page that depends on the visitor. Fills the screen, so that what comes
 * below never jumps.
 */
export const Confirmation = <T,>({ children, ...props }: ConfirmationProps<T>) => (
  <div className="min-h-[calc(100dvh-var(--spacing-header)-2rem)]">
    <div aria-live="polite">{stateOf(props)}</div>
    {showsNextSteps(props.view) && children}
  </div>
)

function stateOf<T>({
  view,
  loading,
  again,
  ends,
  generic,
  unknown = <Loading text={loading} />,
}: Omit<ConfirmationProps<T>, 'children'>): Elements {
  switch (view.kind) {
    case 'loading':
      return <Loading text={loading} />
    case 'confirming':
      return <Confirming />
    case 'later':
      return <ConfirmationDelayed reference={view.reference} />
    case 'failed':
      return <Failed again={again} lapsed={view.lapsed} />
    case 'elsewhere':
      return <Elsewhere end={view.end} />
    case 'generic':
      return generic
    case 'unknown':
      return unknown
    default:
      return ends[view.kind](view.paid)
  }
}
