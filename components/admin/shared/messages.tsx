import { DialogFrame } from '@/components/admin/shared/kept'
import { Messages } from '@/components/intl'
import type { Elements } from '@/components/ui/elements'
import type en from '@/messages/en.json'

type Part = keyof (typeof en)['admin']

/**
 * Gives the islands inside these parts of the admin's dictionary, the sentences of errors, the
 * booking policy, who is billed and the subjects of contact messages: nothing else is sent. Around a
 * whole page: it shows the dialogs that are opened inside.
 */
export const AdminMessages = ({
  parts,
  children,
}: {
  parts: readonly Part[]
  children: Elements
}) => (
  <Messages
    namespaces={[
      // What every list, question and act says is always there.
      ...(['lists', 'acts', ...parts] as const).map((part) => `admin.${part}` as const),
      ...(['billing', 'errors', 'payment.policy', 'contact.form.subject'] as const),
    ]}
  >
    <DialogFrame>{children}</DialogFrame>
  </Messages>
)
