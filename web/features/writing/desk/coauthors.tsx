import { useState } from 'react'
import type { FormError } from '#shared/pages/page-data.ts'
import { setCoauthor } from '#shared/posts/mutations.ts'
import { Refusal } from '../../../blocks/forms/refusal.tsx'
import { PersonLink } from '../../../blocks/person-link.tsx'
import { isRefusal, refusalOf } from '../../../blocks/refusal-of.ts'
import { useDevice } from '../../../data/device/use-device.ts'
import type { Face } from './member-named.ts'
import { NameForm } from './name-form.tsx'

interface CoauthorsProps {
  readonly postId: string
  readonly authorId: string
  readonly coauthorIds: readonly string[]
  /** Faces that came with the page. */
  readonly known: readonly Face[]
}

/** Who else stands in the byline and may write in this text. The author lets others in by their user name; who was let in may leave. */
export function Coauthors({ postId, authorId, coauthorIds, known }: CoauthorsProps) {
  const device = useDevice()
  const [met, setMet] = useState<readonly Face[]>(known)
  const [error, setError] = useState<FormError | null>(null)
  const [said, setSaid] = useState('')
  const isMine = device !== null && device.account === authorId
  const face = (userId: string): Face => met.find((one) => one.id === userId) ?? { id: userId, name: 'A member', slug: '' }

  const takeOut = async (userId: string) => {
    if (device === null) return
    setError(null)
    try {
      await device.commit(setCoauthor, { id: postId, userId, isOn: false })
      setSaid(`${face(userId).name} may not write here any more.`)
    } catch (failure) {
      if (!isRefusal(failure)) throw failure
      setError(refusalOf(failure))
    }
  }

  return (
    <details className="desk-details" open={coauthorIds.length > 0}>
      <summary>Writing together</summary>
      {coauthorIds.length === 0 ? (
        <p className="soft">
          Nobody else stands in the byline. Whoever you let in here sees this text, also while it is a draft, can change it and publish it.
        </p>
      ) : (
        <ul className="plain-list coauthors">
          {coauthorIds.map((userId) => (
            <li key={userId}>
              <PersonLink person={face(userId)} />{' '}
              {isMine || device?.account === userId ? (
                <button className="btn quiet small" type="button" onClick={() => void takeOut(userId).catch(reportError)}>
                  {isMine ? 'Take out' : 'Leave'}
                  <span className="sr"> {face(userId).name}</span>
                </button>
              ) : null}
            </li>
          ))}
        </ul>
      )}
      {error === null ? null : <Refusal error={error} />}
      {isMine ? (
        <NameForm
          label="User name"
          action="Let in"
          onMember={async (found, here) => {
            setMet((before) => [...before.filter((one) => one.id !== found.id), found])
            if (found.id === authorId) return setSaid('That is you.')
            await here.commit(setCoauthor, { id: postId, userId: found.id, isOn: true })
            setSaid(`${found.name} may write here now.`)
          }}
        />
      ) : null}
      <p className="sr" role="status">
        {said}
      </p>
    </details>
  )
}
