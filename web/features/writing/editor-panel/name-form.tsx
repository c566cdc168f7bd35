import type { FormEvent, ReactNode } from 'react'
import { useId, useState } from 'react'
import type { FormError } from '#shared/pages/page-data.ts'
import { Refusal } from '../../../blocks/forms/refusal.tsx'
import { isRefusal, refusalOf } from '../../../blocks/refusal-of.ts'
import type { Device } from '../../../data/device/device-api.ts'
import { useDevice } from '../../../data/device/use-device.ts'
import type { Face } from './member-named.ts'
import { memberNamed, namesLike } from './member-named.ts'

interface NameFormProps {
  readonly label: string
  readonly action: string
  /** What else is asked. */
  readonly children?: ReactNode
  readonly onMember: (face: Face, device: Device, form: FormData) => Promise<void>
}

/**
 * Somebody is named by their user name; those whom this device has met are offered while one types.
 */
export function NameForm({ label, action, children, onMember }: NameFormProps) {
  const id = useId()
  const device = useDevice()
  const [offered, setOffered] = useState<Awaited<ReturnType<typeof namesLike>>>([])
  const [error, setError] = useState<FormError | 'unreachable' | 'nobody' | null>(null)

  const offer = (typed: string) => {
    if (device !== null) namesLike(device, typed).then(setOffered, reportError)
  }
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    const data = new FormData(form)
    const name = String(data.get('userName') ?? '').trim()
    if (name === '' || device === null) return
    setError(null)
    const found = await memberNamed(device, name)
    if (typeof found === 'string') return setError(found)
    try {
      await onMember(found, device, data)
      form.reset()
    } catch (failure) {
      if (!isRefusal(failure)) throw failure
      setError(refusalOf(failure))
    }
  }
  return (
    <form className="inline-form" onSubmit={(event) => void submit(event).catch(reportError)}>
      {error === 'unreachable' || error === 'nobody' ? (
        <p role="alert" className="field-error" id={`${id}-error`}>
          {error === 'nobody' ? 'No member with that username.' : 'You’re offline, so this username can’t be checked.'}
        </p>
      ) : (
        <Refusal error={error} />
      )}
      <label htmlFor={id}>{label}</label>
      <input
        className="input"
        id={id}
        name="userName"
        list={`${id}-names`}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={100}
        aria-invalid={error === null ? undefined : true}
        onInput={(event) => offer(event.currentTarget.value)}
      />
      <datalist id={`${id}-names`}>
        {offered.map(({ userName, name }) => (
          <option key={userName} value={userName}>
            {name}
          </option>
        ))}
      </datalist>
      {children}
      <button className="btn">{action}</button>
    </form>
  )
}
