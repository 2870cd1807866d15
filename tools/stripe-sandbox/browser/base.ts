const script = document.currentScript

/**
 * Where the sandbox is for this page, ending in `/`: the folder above `v3/`, so the same script
 * works behind the site's `/sandbox/stripe/` and on the sandbox's own port. `currentScript` is only
 * set while the script first runs.
 */
export const BASE = new URL(
  '..',
  script instanceof HTMLScriptElement ? script.src : document.baseURI,
).href
