import type { ReactNode } from 'react'
import type { MutationFormProps } from './mutation-form.tsx'
import { MutationForm } from './mutation-form.tsx'

interface ActionFormProps extends Pick<MutationFormProps, 'name' | 'about' | 'messages'> {
  /** Of the button. */
  readonly className?: string
  readonly isDisabled?: boolean
  /** What it is done to, for those who hear only the button. */
  readonly of: string
  readonly children: ReactNode
}

/** One press, one mutation, with nothing to be typed. */
export function ActionForm({ name, about, className = 'btn quiet', isDisabled = false, of, messages, children }: ActionFormProps) {
  return (
    <MutationForm name={name} about={about} {...(messages !== undefined && { messages })}>
      <button className={className} disabled={isDisabled}>
        {children}
        <span className="sr">: {of}</span>
      </button>
    </MutationForm>
  )
}
