const ESCAPES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

export function escape(value: string): string {
  return value.replace(/[&<>"']/g, (character) => ESCAPES[character] ?? '')
}

/** A page without inline scripts or styles: the site's content security policy allows neither. */
export function html(options: {
  title: string
  css: string
  js: string
  data?: Record<string, string>
  body: string
}): string {
  const data = Object.entries(options.data ?? {}).map(
    ([name, value]) => ` data-${name}="${escape(value)}"`,
  )
  return `<!doctype html>
<html lang="en"${data.join('')}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta name="referrer" content="no-referrer">
<title>${escape(options.title)}</title>
<link rel="stylesheet" href="${options.css}">
<script src="${options.js}" defer></script>
</head>
<body>
${options.body}
</body>
</html>
`
}
