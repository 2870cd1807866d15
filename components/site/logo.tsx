import Link from 'next/link'
import { pathIn } from '@/lib/i18n/path'
import type { Locale } from '@/lib/i18n/routing'

/** The wordmark: a star (bintang) made of five meter bars. */
export const Logo = ({ locale, label, className = '' }: { locale: Locale; label: string; className?: string }) => (
  <Link href={pathIn(locale, '/')} prefetch={false} className={`inline-flex rounded-sm ${className}`}>
    <img src="/logo.svg" alt={label} width={214} height={36} className="h-8 w-auto" />
  </Link>
)
