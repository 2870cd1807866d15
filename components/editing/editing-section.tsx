'use client'
import type { ComponentProps } from 'react'
import { Shot } from '@/components/home/shot'
import './editing.css'
import { OrderForm } from './order-form'

type Props = {
  title: string
  lead: string
  starts: string | null
  form: ComponentProps<typeof OrderForm>
}

export const EditingSection = ({ title, lead, starts, form }: Props) => (
  <section id="editing" className="section wrap">
    <div className="mb-10 grid items-end gap-x-12 gap-y-6 lg:grid-cols-[1fr_22rem]">
      <div className="grid gap-3">
        <h2>{title}</h2>
        <p className="measure text-muted">{lead}</p>
        {starts && <p className="font-semibold text-meter">{starts}</p>}
      </div>
      <div className="still">
        <Shot name="edit-suite" sizes="(min-width: 64rem) 22rem, 100vw" />
      </div>
    </div>
    <OrderForm {...form} />
  </section>
)
