'use client'
import { useEffect } from 'react'
import { RESTORE_LANGUAGE } from '@/lib/i18n/stored'

const ALIVE = 'alive'

const KEEP_CLICKS = `(function(d,w,kept){function keep(e){var b=e.target.closest&&e.target.closest('button');if(!b||b.hasAttribute('popovertarget'))return
e.preventDefault();e.stopPropagation();kept.indexOf(b)<0&&kept.push(b)}
d.addEventListener('click',keep,true);w.addEventListener('${ALIVE}',function(){setTimeout(function(){d.removeEventListener('click',keep,true);kept.forEach(function(b){b.isConnected&&b.click()})})},{once:true})})(document,window,[])`

/**
 * What runs in the head of every page, before its code has arrived: a stored language moves the
 * address (lib/i18n/stored.ts), and clicks on buttons (and with them the sending of forms) are
 * kept; each button is given its click when the code is there. What works without code, links and
 * popovers, works at once. Rendered on this side of the page, so that the text stands in the HTML
 * once and not again in the flight data.
 */
export function HeadScript() {
  useEffect(() => void window.dispatchEvent(new Event(ALIVE)), [])
  return <script dangerouslySetInnerHTML={{ __html: `${RESTORE_LANGUAGE};${KEEP_CLICKS}` }} />
}
