import type en from '@/messages/en.json'

/*
 * The home page's sections are rendered from their words on both sides ('use client'): a server
 * component's markup travels twice, as HTML and as React's data, and this page has to stay under
 * 16 KiB. Sentences keep their {placeholders}.
 */
export type HomeWords = (typeof en)['pages']['home']
export type SponsorshipWords = (typeof en)['sponsorship']
