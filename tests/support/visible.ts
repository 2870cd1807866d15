/** What a reader of a mail sees: styles and tags away, entities back, the hidden preview line included. */
export const visible = (html: string): string =>
  html
    .replace(/<!--[\s\S]*?-->|<style>[\s\S]*?<\/style>/g, '')
    // No space where words go on.
    .replace(/<span style="white-space:nowrap">([^<]*)<\/span>/g, '$1')
    .replace(/<[^>]+>/g, ' ')
    .replace(/&#x27;/g, "'")
    .replace(/&quot;/g, '"')
    .replace(/&lt;/g, '<')
    .replace(/&amp;/g, '&')
