import type { ComponentType, FormEvent, ReactNode } from 'react'
import { useState } from 'react'
import { links } from '#shared/links.ts'

type Dialog = ComponentType<{ readonly onCancel: () => void }>

/**
 * Signing out is a form, so that it works without a script. With one it asks about unsent work
 * first, and wipes this device.
 */
export function SignOutForm({ className, children }: { readonly className?: string; readonly children: ReactNode }) {
  const [Dialog, setDialog] = useState<Dialog | null>(null)
  const ask = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    try {
      const { SignOutDialog } = await import('./sign-out-dialog.tsx')
      setDialog(() => SignOutDialog)
    } catch {
      form.submit() // its part of the app cannot be had: the plain way, on which the server tells the browser to forget
    }
  }
  return (
    <>
      <form method="post" action={links.form('accounts.signOut')} onSubmit={(event) => void ask(event)}>
        <button type="submit" className={className}>
          {children}
        </button>
      </form>
      {Dialog === null ? null : <Dialog onCancel={() => setDialog(null)} />}
    </>
  )
}
