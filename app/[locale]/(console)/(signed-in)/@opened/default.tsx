/** Nothing is opened beside the page. */
export default function Nothing() {
  return null
}
