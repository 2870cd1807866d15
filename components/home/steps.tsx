'use client'
import Link from 'next/link'
import { buttonVariants } from '@/components/ui/button-variants'
import type { HomeWords } from './words'

const STEPS = ['pick', 'pay', 'arrive'] as const

type Props = { words: HomeWords['booking']; book: { label: string; href: string } }

export function Steps({ words, book }: Props) {
  return (
    <section id="booking" className="border-y border-line bg-raised">
      <div className="wrap grid gap-x-16 gap-y-10 py-16 lg:grid-cols-[20rem_1fr] lg:py-24">
        <div className="grid content-start justify-items-start gap-7">
          <h2 className="text-3xl">{words.title}</h2>
          <Link href={book.href} prefetch={false} className={buttonVariants({ size: 'lg' })}>
            {book.label}
          </Link>
        </div>
        <ol className="steps">
          {STEPS.map((step) => (
            <li key={step}>
              <h3 className="text-lg">{words[step]}</h3>
              <p className="text-muted">{words[`${step}Text`]}</p>
            </li>
          ))}
        </ol>
      </div>
    </section>
  )
}
