/** Where a post can be passed on: plain addresses, asked of nobody before they are followed. */
interface ShareWay {
  readonly name: string
  readonly href: string
}

export function shareWays(title: string, address: string): readonly ShareWay[] {
  const both = encodeURIComponent(`${title} ${address}`)
  return [
    { name: 'Email', href: `mailto:?subject=${encodeURIComponent(title)}&body=${encodeURIComponent(address)}` },
    { name: 'Bluesky', href: `https://bsky.app/intent/compose?text=${both}` },
    { name: 'Mastodon', href: `https://share.joinmastodon.org/#text=${both}` },
  ]
}
