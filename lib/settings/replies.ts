import type { Locale, TranslatedLocale } from '@/lib/i18n/routing'

// What the owner answers often: a name to choose it by, and its text. Pure.

type Words = { name: string; text: string }
/** English, and the translations. */
export type QuickReply = Words & { translations: Partial<Record<TranslatedLocale, Words>> }

export const MOST_REPLIES = 6

/** Those that are in a text become the person's name, their next session's day, the booking page. */
export const PLACEHOLDERS = ['{name}', '{date}', '{link}'] as const

export const DEFAULT_REPLIES: QuickReply[] = [
  {
    name: 'Prices',
    text: 'Hi {name},\n\nthank you for writing. Choose a service and how long you need it, and you see the price before you pay: {link}\n\nTell us what you plan, and we suggest what fits.',
    translations: {
      ms: {
        name: 'Harga',
        text: 'Salam {name},\n\nterima kasih atas mesej anda. Pilih perkhidmatan dan tempohnya, dan anda akan nampak harganya sebelum membayar: {link}\n\nBeritahu kami rancangan anda, dan kami cadangkan yang sesuai.',
      },
      zh: {
        name: '价格',
        text: '{name}，您好：\n\n谢谢您的留言。选择服务和时长，付款前就能看到价格：{link}\n\n告诉我们您的计划，我们会推荐合适的方案。',
      },
    },
  },
  {
    name: 'Free hours',
    text: 'Hi {name},\n\nyou see the free hours of each day here: {link}\n\nDoes one of them suit you?',
    translations: {
      ms: {
        name: 'Waktu kosong',
        text: 'Salam {name},\n\nwaktu kosong bagi setiap hari boleh dilihat di sini: {link}\n\nAdakah antaranya sesuai untuk anda?',
      },
      zh: {
        name: '空档',
        text: '{name}，您好：\n\n每天的空档可以在这里查看：{link}\n\n有适合您的时间吗？',
      },
    },
  },
  {
    name: 'Booking link',
    text: 'Hi {name},\n\nyes, gladly. You can book and pay here: {link}',
    translations: {
      ms: {
        name: 'Pautan tempahan',
        text: 'Salam {name},\n\nya, boleh sahaja. Anda boleh menempah dan membayar di sini: {link}',
      },
      zh: {
        name: '预订链接',
        text: '{name}，您好：\n\n没问题。您可以在这里预订并付款：{link}',
      },
    },
  },
  {
    name: 'Next session',
    text: 'Hi {name},\n\nthank you for writing. We look forward to your session on {date}.',
    translations: {
      ms: {
        name: 'Sesi seterusnya',
        text: 'Salam {name},\n\nterima kasih atas mesej anda. Kami menantikan sesi anda pada {date}.',
      },
      zh: {
        name: '下一场录制',
        text: '{name}，您好：\n\n谢谢您的留言。期待您在 {date} 的录制。',
      },
    },
  },
]

type Facts = { name: string; date: string | null; link: string }

/** A text with its facts; null where it needs a date and there is none. */
export function filledReply(text: string, { name, date, link }: Facts): string | null {
  if (date === null && text.includes('{date}')) return null
  const facts: Record<string, string> = { '{name}': name, '{date}': date ?? '', '{link}': link }
  return text.replace(/\{(?:name|date|link)\}/g, (placeholder) => facts[placeholder] ?? '')
}

/** Its words in a language, otherwise in English. */
export const replyIn = (locale: Locale, { translations, ...words }: QuickReply): Words =>
  (locale === 'en' ? undefined : translations[locale]) ?? { name: words.name, text: words.text }
