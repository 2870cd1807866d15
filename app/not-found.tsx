/**
 * Beside `[...rest]`, which answers every unknown address in full, this is left for files that are
 * not there. Without it Next.js puts its own 404 page, styles included, into the data of every
 * page: half a KiB.
 */
export default function NotFound() {
  return <p>404</p>
}
