import type { Font } from 'fontkit'
import type { Locale } from '@/lib/i18n/routing'
import type messages from './messages/en.json'

// Types for every key and every language of next-intl:
// https://next-intl.dev/docs/workflows/typescript
declare module 'next-intl' {
  interface AppConfig {
    Locale: Locale
    Messages: typeof messages
  }
}

declare global {
  namespace PDFKit.Mixins {
    interface PDFFont {
      /** The library takes an opened font too, which its published types do not say yet. */
      registerFont(name: string, src: Font): this
    }
  }
}
