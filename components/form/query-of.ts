/**
 * What a form says whose answer is an address: its query, as the browser itself would send it.
 * Such a form works without script; nothing in it is checked or refused.
 */
export const queryOf = (form: HTMLFormElement): URLSearchParams =>
  new URLSearchParams(
    [...new FormData(form)].filter(
      (entry): entry is [string, string] => typeof entry[1] === 'string',
    ),
  )
