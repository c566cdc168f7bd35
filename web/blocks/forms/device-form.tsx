import type { FormEvent, ReactNode } from 'react'
import { useState } from 'react'
import { links } from '#shared/links.ts'
import type { FormError } from '#shared/pages/page-data.ts'
import { currentDevice } from '../../data/device/current.ts'
import type { Device } from '../../data/device/device-api.ts'
import { useLocation } from '../../data/navigation.ts'
import { isRefusal, refusalOf } from '../refusal-of.ts'
import { Refusal } from './refusal.tsx'

export interface DeviceFormProps {
  /** Of the form on the server, which does it without a script. */
  readonly mutation: string
  readonly fields: Readonly<Record<string, string>>
  /**
   * Does it on this device, also offline, where the account has one here. Otherwise the form is
   * sent.
   */
  readonly onDevice?: ((device: Device) => Promise<unknown>) | undefined
  readonly className?: string
  readonly children: ReactNode
}

/** A plain form with nothing to be typed, whose mutation a member's device does by itself. */
export function DeviceForm({ mutation, fields, onDevice, className, children }: DeviceFormProps) {
  const { pathname, search } = useLocation()
  const [error, setError] = useState<FormError | null>(null)
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    const device = currentDevice.get()
    if (onDevice === undefined || device === null || device.account === null) return
    event.preventDefault()
    setError(null)
    onDevice(device).catch((failure: unknown) => {
      if (isRefusal(failure)) setError(refusalOf(failure))
      else reportError(failure)
    })
  }
  return (
    <form className={className} method="post" action={links.form(mutation)} onSubmit={onSubmit}>
      {Object.entries(fields).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <input type="hidden" name="from" value={`${pathname}${search}`} />
      {error === null ? null : <Refusal error={error} />}
      {children}
    </form>
  )
}
