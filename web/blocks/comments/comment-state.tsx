import { links } from '#shared/links.ts'

/**
 * The word beside a comment: how far it is on its way, or why it was not sent. It has a place of
 * its own in the line, so that nothing moves when it goes. A function: a component would be one
 * more thing of React's for each comment.
 */
export function commentState(word: string | null, isRefused: boolean) {
  if (word === null) return null
  return (
    <span className="state">
      {isRefused ? (
        <>
          <a href={links.outbox()}>Not sent</a>
          {word.slice('Not sent'.length)}
        </>
      ) : (
        word
      )}
    </span>
  )
}
