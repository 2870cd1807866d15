/**
 * The query of a form whose result is an address, as the browser itself would send it. Such a form
 * works without script; nothing in it is validated.
 */
export const formQuery = (form: HTMLFormElement): URLSearchParams =>
  new URLSearchParams(
    [...new FormData(form)].filter(
      (entry): entry is [string, string] => typeof entry[1] === 'string',
    ),
  )
