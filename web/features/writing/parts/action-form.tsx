import type { DeviceFormProps } from '../../../blocks/forms/device-form.tsx'
import { DeviceForm } from '../../../blocks/forms/device-form.tsx'

interface ActionFormProps extends Omit<DeviceFormProps, 'mutation'> {
  readonly name: string
}

/** One button for one mutation; `className` and `children` are the button's. */
export function ActionForm({ name, className = 'btn quiet small', children, ...form }: ActionFormProps) {
  return (
    <DeviceForm {...form} mutation={name} className="action-form">
      <button className={className}>{children}</button>
    </DeviceForm>
  )
}
