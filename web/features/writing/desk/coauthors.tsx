import type { FormEvent } from 'react'
import { useId, useState } from 'react'
import { memberBySlug, memberByUserName } from '#shared/accounts/queries.ts'
import { isId } from '#shared/kernel/ids.ts'
import { links } from '#shared/links.ts'
import type { FormError } from '#shared/pages/page-data.ts'
import { setCoauthor } from '#shared/posts/mutations.ts'
import { Refusal } from '../../../blocks/forms/refusal.tsx'
import { PersonLink } from '../../../blocks/person-link.tsx'
import { isRefusal, refusalOf } from '../../../blocks/refusal-of.ts'
import { ask } from '../../../data/connection.ts'
import type { Device } from '../../../data/device/device-api.ts'
import { useDevice } from '../../../data/device/use-device.ts'

export interface Coauthor {
  readonly id: string
  readonly name: string
  readonly slug: string
}

interface CoauthorsProps {
  readonly postId: string
  readonly authorId: string
  readonly coauthorIds: readonly string[]
  /** Faces that came with the page. */
  readonly known: readonly Coauthor[]
}

/** Who else may write in this text. The author lets others in by their user name; who was let in may leave. */
export function Coauthors({ postId, authorId, coauthorIds, known }: CoauthorsProps) {
  const id = useId()
  const device = useDevice()
  const [met, setMet] = useState<readonly Coauthor[]>(known)
  const [error, setError] = useState<FormError | 'unreachable' | 'nobody' | null>(null)
  const [said, setSaid] = useState('')
  const isMine = device !== null && device.account === authorId
  const face = (userId: string): Coauthor => met.find((one) => one.id === userId) ?? { id: userId, name: 'A member', slug: '' }

  const set = async (userId: string, isOn: boolean, words: string) => {
    if (device === null) return
    setError(null)
    try {
      await device.commit(setCoauthor, { id: postId, userId, isOn })
      setSaid(words)
    } catch (failure) {
      if (!isRefusal(failure)) throw failure
      setError(refusalOf(failure))
    }
  }

  const add = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    const name = String(new FormData(form).get('userName') ?? '').trim()
    if (name === '' || device === null) return
    const found = await memberNamed(device, name)
    if (typeof found === 'string') return setError(found)
    setMet((before) => [...before.filter((one) => one.id !== found.id), found])
    if (found.id === authorId) return setSaid('That is you.')
    await set(found.id, true, `${found.name} may write here now.`)
    form.reset()
  }

  return (
    <details className="desk-details" open={coauthorIds.length > 0}>
      <summary>Writing together</summary>
      {coauthorIds.length === 0 ? (
        <p className="soft">Nobody else writes here. Whoever you let in sees this text, also while it is a draft, and can change it.</p>
      ) : (
        <ul className="plain-list coauthors">
          {coauthorIds.map((userId) => (
            <li key={userId}>
              <PersonLink person={face(userId)} />{' '}
              {isMine || device?.account === userId ? (
                <button
                  className="btn quiet small"
                  type="button"
                  onClick={() => void set(userId, false, `${face(userId).name} may not write here any more.`).catch(reportError)}
                >
                  {isMine ? 'Take out' : 'Leave'}
                  <span className="sr"> {face(userId).name}</span>
                </button>
              ) : null}
            </li>
          ))}
        </ul>
      )}
      {isMine ? (
        <form className="inline-form" onSubmit={(event) => void add(event).catch(reportError)}>
          {error === 'unreachable' || error === 'nobody' ? (
            <p role="alert" className="field-error">
              {error === 'nobody'
                ? 'There is no member of that name.'
                : 'Nobody could be asked who that is: there is no connection, and this device has not met them.'}
            </p>
          ) : (
            <Refusal error={error} />
          )}
          <label htmlFor={id}>User name</label>
          <input className="input" id={id} name="userName" autoComplete="off" autoCapitalize="none" spellCheck={false} maxLength={100} />
          <button className="btn">Let in</button>
        </form>
      ) : null}
      <p className="sr" role="status">
        {said}
      </p>
    </details>
  )
}

/** From this device's own faces, else by the member's page, which knows user names too. */
async function memberNamed(device: Device, typed: string): Promise<Coauthor | 'nobody' | 'unreachable'> {
  const name = typed.replace(/^@/u, '')
  const here = (await memberBySlug(device.read, name.toLowerCase())) ?? (await memberByUserName(device.read, name))
  if (here !== undefined) return { id: here.id, name: here.displayName, slug: here.slug }
  try {
    const answer = await fetchPage(links.user(name))
    const to = field(answer, 'to')
    return coauthorIn(typeof to === 'string' ? await fetchPage(to) : answer) ?? 'nobody'
  } catch {
    return 'unreachable'
  }
}

/** @throws when nobody, or somebody else, answers. */
async function fetchPage(path: string): Promise<unknown> {
  const response = await ask(links.pageData(path), { headers: { accept: 'application/json' } })
  if (response.headers.get('content-type')?.startsWith('application/json') !== true) throw new TypeError('not the site')
  return response.json()
}

/** A profile's answer names the member. */
function coauthorIn(answer: unknown): Coauthor | null {
  const page = field(answer, 'page')
  const member = field(page, 'member')
  const [id, name, slug] = ['id', 'name', 'slug'].map((key) => field(member, key))
  if (typeof id !== 'string' || !isId(id) || typeof name !== 'string' || typeof slug !== 'string') return null
  return { id, name, slug }
}

function field(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined
}
