'use client'
import { useEffect } from 'react'

/**
 * Stands in the browser for the package react-style-singleton (next.config.mjs), through which
 * Radix stops the page from scrolling under a dialog or a menu: the package writes a style element
 * that depends on the window, which our policy refuses. A sheet that the page adopts is no markup
 * and needs no leave. Returns a component that applies `styles` while any of its kind is mounted.
 */
export function styleSingleton(): (props: { styles: string }) => null {
  let users = 0
  let sheet: CSSStyleSheet
  return function Styles({ styles }) {
    useEffect(() => {
      if (users++ === 0) {
        sheet = new CSSStyleSheet()
        sheet.replaceSync(styles)
        document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]
      }
      return () => {
        if (--users === 0)
          document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== sheet)
      }
    }, [styles])
    return null
  }
}
