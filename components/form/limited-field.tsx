import type { ComponentProps } from 'react'
import { Field } from '@/components/ui/field'
import { Counter } from './counter'

type Props = ComponentProps<typeof Field> & {
  /** How many characters its text may have (lib/limits.ts). */
  limit: number
}

/** A field whose text has a limit. A longer text is counted and refused, never cut. */
export const LimitedField = ({ limit, ...field }: Props) => (
  <Field {...field} note={<Counter id={field.id} limit={limit} />} />
)
