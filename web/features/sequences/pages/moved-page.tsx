/** Its load always leads elsewhere. */
export default function MovedPage() {
  return null
}
