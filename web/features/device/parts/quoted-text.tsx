/** At double size on the narrowest phone a shorter text fits into its place. */
const fits = { characters: 150, lines: 6 } as const

/**
 * What somebody wrote, as they wrote it. Where it may be longer than its place it can be scrolled
 * with the keyboard too: told by the text, since what is measured is told too late for whoever
 * turns their phone.
 */
export function QuotedText({ text }: { readonly text: string }) {
  const isLonger = text.length > fits.characters || text.split('\n').length > fits.lines
  return (
    <blockquote dir="auto" {...(isLonger ? { tabIndex: 0 } : {})}>
      {text}
    </blockquote>
  )
}
