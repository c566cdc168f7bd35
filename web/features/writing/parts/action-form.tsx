import type { FormEvent, ReactNode } from 'react'
import { useState } from 'react'
import { links } from '#shared/links.ts'
import type { FormError } from '#shared/pages/page-data.ts'
import { Refusal } from '../../../blocks/forms/refusal.tsx'
import { isRefusal, refusalOf } from '../../../blocks/refusal-of.ts'
import { currentDevice } from '../../../data/device/current.ts'
import type { Device } from '../../../data/device/device-api.ts'
import { useLocation } from '../../../data/navigation.ts'

interface ActionFormProps {
  /** Of the form on the server, which does it without a script. */
  readonly name: string
  readonly fields: Readonly<Record<string, string>>
  /** Does it on this device, also without a network. */
  readonly onDevice: (device: Device) => Promise<unknown>
  readonly className?: string
  /** The button's label. */
  readonly children: ReactNode
}

/** One button for one mutation. */
export function ActionForm({ name, fields, onDevice, className = 'btn quiet small', children }: ActionFormProps) {
  const { pathname, search } = useLocation()
  const [error, setError] = useState<FormError | null>(null)
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    const device = currentDevice.get()
    if (device === null || device.account === null) return
    event.preventDefault()
    setError(null)
    onDevice(device).catch((failure: unknown) => {
      if (isRefusal(failure)) setError(refusalOf(failure))
      else reportError(failure)
    })
  }
  return (
    <form className="action-form" method="post" action={links.form(name)} onSubmit={onSubmit}>
      {Object.entries(fields).map(([key, value]) => (
        <input key={key} type="hidden" name={key} value={value} />
      ))}
      <input type="hidden" name="from" value={`${pathname}${search}`} />
      {error === null ? null : <Refusal error={error} />}
      <button className={className}>{children}</button>
    </form>
  )
}
