'use client'
import { useEffect } from 'react'

/**
 * Replaces the package react-style-singleton in the browser (next.config.mjs), with which Radix
 * stops the page from scrolling under a dialog or a menu: the package writes a style element whose
 * content depends on the window, which our policy refuses. An adopted style sheet is not markup and
 * is allowed. Returns a component that applies `styles` while any of its kind is mounted.
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
