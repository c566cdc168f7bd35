import type { FormEvent, ReactNode } from 'react'
import { useEffect, useRef, useState } from 'react'
import type { Present } from '#shared/messages/presence.ts'
import type { PresenceLine } from '../../../data/conversation-presence.ts'

interface HereProps {
  readonly conversationId: string
  /** What one writes in. */
  readonly children: ReactNode
}

/**
 * Who else has the conversation open and who types, above what one writes in. It stands still and
 * has its line from the start, so that nothing moves when somebody comes.
 */
export function PeopleHere({ conversationId, children }: HereProps) {
  const [people, setPeople] = useState<readonly Present[]>([])
  const line = useRef<PresenceLine | null>(null)
  useEffect(() => {
    let isGone = false
    const follow = async () => {
      const { followPresence } = await import('../../../data/conversation-presence.ts')
      if (!isGone) line.current = followPresence(conversationId, setPeople)
    }
    follow().catch(() => undefined) // nobody is shown
    return () => {
      isGone = true
      line.current?.close()
      line.current = null
    }
  }, [conversationId])
  const onInput = ({ target }: FormEvent) => {
    // The editor is an element, the plain field has a value.
    const typed = target instanceof HTMLTextAreaElement ? target.value : target instanceof HTMLElement ? target.textContent : ''
    if (typed === '') line.current?.rested()
    else line.current?.typed()
  }
  return (
    <div onInput={onInput} onSubmit={() => line.current?.rested()}>
      <p className="here-line meta soft" role="status" aria-live="polite">
        {wordsOf(people)}
      </p>
      {children}
    </div>
  )
}

const maxNamed = 3

function wordsOf(people: readonly Present[]): ReactNode {
  const typing = people.filter(({ isTyping }) => isTyping)
  if (typing.length > 0)
    return (
      <>
        {namesOf(typing)} {typing.length === 1 ? 'is' : 'are'} typing…
      </>
    )
  return people.length === 0 ? null : <>Here now: {namesOf(people)}</>
}

function namesOf(people: readonly Present[]): ReactNode {
  const more = people.length - maxNamed
  return (
    <>
      {people.slice(0, maxNamed).map(({ userId, name }, at) => (
        <span key={userId}>
          {at === 0 ? '' : at === people.length - 1 ? ' and ' : ', '}
          <bdi>{name}</bdi>
        </span>
      ))}
      {more > 0 ? ` and ${more} more` : ''}
    </>
  )
}
