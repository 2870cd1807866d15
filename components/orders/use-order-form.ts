'use client'
import { useTranslations } from 'next-intl'
import { useEffect, useState } from 'react'
import { useForm, type Resolver, type UseFormReturn } from 'react-hook-form'
import { forget, recall, remember } from '@/components/site/session-store'
import type { CustomerFormValues, CustomerInput } from '@/lib/orders/schema'

export const FIELDS = ['customerName', 'customerEmail', 'customerPhone', 'requirements'] as const
export type FieldName = (typeof FIELDS)[number]
export type OrderForm = UseFormReturn<CustomerFormValues, unknown, CustomerInput>

const STORE = 'order-draft'
const loadChecks = () => import('./checks')
export const prepareChecks = (): void => void loadChecks()
const resolver: Resolver<CustomerFormValues, unknown, CustomerInput> = async (...form) =>
  (await loadChecks()).checks(...form)

export const forgetDraft = (): void => forget(STORE)

/** What this tab had typed, never card data, which we never see. */
function draft(): Record<FieldName, string> {
  const kept = recall(STORE) as Partial<Record<FieldName, unknown>> | null
  return Object.fromEntries(
    FIELDS.map((name) => [name, typeof kept?.[name] === 'string' ? kept[name] : '']),
  ) as Record<FieldName, string>
}

/** The customer's part of an order, kept in this tab over a refresh. */
export function useOrderForm(): OrderForm {
  const [defaultValues] = useState(draft)
  const form = useForm<CustomerFormValues, unknown, CustomerInput>({
    defaultValues,
    resolver,
    mode: 'onTouched',
    shouldFocusError: false,
  })
  const { subscribe } = form
  useEffect(
    () =>
      subscribe({ formState: { values: true }, callback: ({ values }) => remember(STORE, values) }),
    [subscribe],
  )
  return form
}

/** What is wrong with a field, in words: the schema gives keys, the server gives sentences. */
export function useFault({
  formState: { errors },
}: OrderForm): (name: FieldName) => string | undefined {
  const t = useTranslations('errors.fields')
  return (name) => {
    const fault = errors[name]
    if (!fault?.message || fault.type === 'server') return fault?.message
    return t.has(fault.message) ? t(fault.message) : t('invalid')
  }
}
