import type { FormEvent, ReactNode } from 'react'
import { useState } from 'react'
import { links } from '#shared/links.ts'
import { useLocation, useRefresh } from '../../data/navigation.ts'
import { useRefusedForm } from '../../data/page.ts'
import { sendForm } from '../../data/send-form.ts'
import type { Messages } from './messages.ts'
import { messageFor, noMessages } from './messages.ts'
import { RefusalWords } from './refusal-words.tsx'

export type Given = Readonly<Record<string, string>>

export interface MutationFormProps {
  /** The form's name at the server. */
  readonly name: string
  /** What it is about; hidden in it, and tells it from others of its name. */
  readonly about: Given
  /**
   * Does it on the device, or with it; gives words for what was not done. Without it the server is
   * asked.
   */
  readonly here?: (given: Given) => Promise<string | null>
  /**
   * Instead of having the page drawn again. `location`: where the server would lead; empty for what
   * was done here.
   */
  readonly onDone?: (location: string) => void | Promise<void>
  readonly messages?: Messages
  readonly className?: string
  readonly children: ReactNode
}

/**
 * A plain form, which with a script does its mutation on the device or at the server, and has the
 * page drawn again where it stands.
 */
export function MutationForm({ name, about, here, onDone, messages = noMessages, className, children }: MutationFormProps) {
  const refused = useRefusedForm(name, about)
  const { pathname, search } = useLocation()
  const refresh = useRefresh()
  const [words, setWords] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const run = async (data: FormData): Promise<void> => {
    const done = here === undefined ? await sent(name, data, messages) : { words: await here(givenIn(data)), location: '' }
    setWords(done.words)
    if (done.words !== null) return
    if (onDone === undefined) await refresh()
    else await onDone(done.location)
  }
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (isBusy) return
    const form = event.currentTarget
    const submitter = event.nativeEvent instanceof SubmitEvent ? event.nativeEvent.submitter : null
    setBusy(true)
    run(new FormData(form, submitter))
      .then(() => keepFocus(form, submitter))
      .catch((error: unknown) => {
        reportError(error)
        setWords('Nothing was changed: this device couldn’t store it.')
      })
      .finally(() => setBusy(false))
  }
  return (
    <form method="post" action={links.form(name)} data-enhance="" className={className} aria-busy={isBusy || undefined} onSubmit={send}>
      {Object.entries(about).map(([key, value]) => (
        <input key={key} type="hidden" name={key} value={value} />
      ))}
      <input type="hidden" name="from" value={`${pathname}${search}`} />
      {children}
      <div className={words === null && !refused?.error ? 'refused-words none' : 'refused-words'} role="alert">
        {words ?? (refused?.error ? (messageFor(refused.error, messages) ?? <RefusalWords of={refused.error} />) : null)}
      </div>
    </form>
  )
}

interface Done {
  /** What the reader has to be told; `null`: it is done. */
  readonly words: string | null
  readonly location: string
}

function givenIn(data: FormData): Given {
  return Object.fromEntries([...data].map(([key, value]) => [key, String(value)]))
}

async function sent(name: string, data: FormData, messages: Messages): Promise<Done> {
  const answer = await sendForm(links.form(name), data)
  if (answer?.ok === true) return { words: null, location: answer.location }
  if (answer === null) return { words: 'You’re offline, so nothing was changed.', location: '' }
  const message = messageFor(answer.error, messages)
  if (message !== undefined) return { words: message, location: '' }
  const { wordsFor } = await import('../wording.ts')
  return { words: wordsFor(answer.error), location: '' }
}

/**
 * A row that has moved takes its button along, but not the focus; one that cannot go on in that
 * direction has another button.
 */
function keepFocus(form: HTMLFormElement, submitter: HTMLElement | null): void {
  if (!form.isConnected || (document.activeElement !== null && document.activeElement !== document.body)) return
  const isUsable = submitter instanceof HTMLButtonElement && submitter.isConnected && !submitter.disabled
  const next = isUsable ? submitter : form.querySelector<HTMLButtonElement>('button:not([disabled])')
  next?.focus()
}

/** A box that says how it was, so that an untouched one sets nothing. */
export function Box({ name, isOn, children }: { readonly name: string; readonly isOn: boolean; readonly children: ReactNode }) {
  return (
    <label className="check">
      <input type="checkbox" name={name} defaultChecked={isOn} /> {children}
      <Was name={name} value={isOn ? 'on' : ''} />
    </label>
  )
}

/** How a field was when it was drawn. */
export function Was({ name, value }: { readonly name: string; readonly value: string }) {
  return <input type="hidden" name={`was-${name}`} value={value} />
}
