/**
 * Nothing is opened beside the page. Every address of the console has this as its page of the slot, so
 * that whatever leads away from an opened booking ends it: the router keeps a slot for which an address
 * has no page, and fails when it reads such a page again.
 */
export default function Nothing() {
  return null
}
