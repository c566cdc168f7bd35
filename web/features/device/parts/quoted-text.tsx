import { useEffect, useRef, useState } from 'react'

/** What somebody wrote, as they wrote it. Where it is longer than its place it can be scrolled with the keyboard too. */
export function QuotedText({ text }: { readonly text: string }) {
  const quote = useRef<HTMLQuoteElement>(null)
  const [isLonger, setLonger] = useState(false)
  useEffect(() => {
    const element = quote.current
    if (element === null) return
    const look = () => setLonger(element.scrollHeight > element.clientHeight + 1)
    const watching = new ResizeObserver(look)
    watching.observe(element)
    return () => watching.disconnect()
  }, [text])
  return (
    <blockquote dir="auto" ref={quote} {...(isLonger ? { tabIndex: 0 } : {})}>
      {text}
    </blockquote>
  )
}
