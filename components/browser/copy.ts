/**
 * Copies a text; false where the browser refuses it. Browsers inside other apps, and pages without https,
 * have no clipboard to write to, but copy what is selected.
 */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return copySelected(text)
  }
}

/** Selects without the focus: a dialog would pull it back. */
function copySelected(text: string): boolean {
  const place = document.createElement('span')
  place.textContent = text
  place.style.cssText = 'position:fixed;top:0;opacity:0;white-space:pre;user-select:text'
  const selection = getSelection()
  document.body.append(place)
  selection?.selectAllChildren(place)
  try {
    return document.execCommand('copy')
  } catch {
    return false
  } finally {
    selection?.removeAllRanges()
    place.remove()
  }
}
