import type { FormEvent, ReactNode } from 'react'
import { useState } from 'react'
import { links } from '#shared/links.ts'
import type { FormError } from '#shared/pages/page-data.ts'
import { currentDevice } from '../../data/device/current.ts'
import type { Device } from '../../data/device/device-api.ts'
import { useLocation } from '../../data/navigation.ts'
import { isRefusal, refusalOf } from '../refusal-of.ts'
import { Refusal } from './refusal.tsx'

interface ConfirmProps {
  /** What the closed part offers. */
  readonly summary: string
  readonly mutation: string
  readonly fields: Readonly<Record<string, string>>
  /** The label of the button that does it. */
  readonly action: string
  /** What will happen. */
  readonly children: ReactNode
  /**
   * Does it on this device, also offline, where the account has one here. Otherwise the form is
   * sent.
   */
  readonly onDevice?: (device: Device) => Promise<unknown>
}

/**
 * A mutation that takes two presses: opening says what will happen, the button inside does it.
 * Works without a script.
 */
export function Confirm({ summary, mutation, fields, action, children, onDevice }: ConfirmProps) {
  const { pathname, search } = useLocation()
  const [error, setError] = useState<FormError | null>(null)
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    const device = currentDevice.get()
    if (onDevice === undefined || device === null || device.account === null) return
    event.preventDefault()
    onDevice(device).catch((failure: unknown) => {
      if (isRefusal(failure)) setError(refusalOf(failure))
      else reportError(failure)
    })
  }
  return (
    <details className="confirm">
      <summary>{summary}</summary>
      <form method="post" action={links.form(mutation)} onSubmit={onSubmit}>
        {Object.entries(fields).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <input type="hidden" name="from" value={`${pathname}${search}`} />
        {error === null ? null : <Refusal error={error} fieldIds={{}} />}
        <p className="soft">{children}</p>
        <button className="btn danger">{action}</button>
      </form>
    </details>
  )
}
