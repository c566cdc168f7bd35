import type { DeviceFormProps } from './device-form.tsx'
import { DeviceForm } from './device-form.tsx'

interface ConfirmProps extends Omit<DeviceFormProps, 'className'> {
  /** What the closed part offers. */
  readonly summary: string
  /** The label of the button that does it. */
  readonly action: string
}

/**
 * A mutation that takes two presses: opening says what will happen (`children`), the button inside
 * does it. Works without a script.
 */
export function Confirm({ summary, action, children, ...form }: ConfirmProps) {
  return (
    <details className="confirm">
      <summary>{summary}</summary>
      <DeviceForm {...form}>
        <p className="soft">{children}</p>
        <button className="btn danger">{action}</button>
      </DeviceForm>
    </details>
  )
}
