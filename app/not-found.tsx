/**
 * `[...rest]` answers every unknown address; this is for missing files. Without it Next.js puts its
 * own 404 page, styles included, into the data of every page: half a KiB.
 */
export default function NotFound() {
  return <p>404</p>
}
