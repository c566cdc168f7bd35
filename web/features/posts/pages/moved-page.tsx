/** For addresses whose load always leads elsewhere; never drawn. */
export default function MovedPage() {
  return null
}
