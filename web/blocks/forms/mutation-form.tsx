import type { FormEvent, ReactNode } from 'react'
import { useEffect, useRef, useState } from 'react'
import { links } from '#shared/links.ts'
import type { FormError } from '#shared/pages/page-data.ts'
import { useLocation, useRefresh } from '../../data/navigation.ts'
import { useRefusedForm } from '../../data/page.ts'
import { sendForm } from '../../data/send-form.ts'
import type { Messages } from './messages.ts'
import { FormRefusal, errorsIn, messageFor, noMessages } from './messages.ts'
import { onlyAllAtOnce } from '../../data/form-faults.ts'
import { RefusalWords } from './refusal-words.tsx'

export type Given = Readonly<Record<string, string>>

export interface MutationFormProps {
  /** The form's name at the server. */
  readonly name: string
  /** Mutations of buttons that share it (`<Action>`). */
  readonly shared?: readonly string[]
  /** For buttons outside it, which name it by `form`. */
  readonly id?: string
  /** What it is about; hidden in it, and tells it from others of its name. */
  readonly about: Given
  /**
   * Does it on the device, or with it; gives words for what was not done. Without it the server is
   * asked.
   */
  readonly here?: (given: Given) => Promise<string | null>
  /**
   * Does it on the device where the server can't be reached; gives the refusal, `null` for none,
   * `undefined` where this device cannot do it.
   */
  readonly whenOffline?: ((given: Given) => Promise<FormError | null | undefined>) | undefined
  /** What has to be done before it is sent; gives the refusal, `null` for none. */
  readonly before?: ((given: Given) => Promise<FormError | null>) | undefined
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
 * page drawn again where it stands. Its only state is the refusal, which its fields show: what else
 * happens to it after it was drawn stands in the document.
 */
export function MutationForm(props: MutationFormProps) {
  const { name, shared = [], id, about, here, whenOffline, before, onDone, messages = noMessages, className, children } = props
  const drawn = useRefusedForm([name, ...shared], about)?.error ?? null
  /** `undefined`: nothing was sent from here yet. */
  const [refused, setRefused] = useState<FormError | null>()
  const element = useRef<HTMLFormElement>(null)
  const error = refused === undefined ? drawn : refused
  const words = refused === undefined && drawn !== null ? drawn : null
  useEffect(() => {
    if (refused) element.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
  }, [refused])
  const { pathname, search } = useLocation()
  const refresh = useRefresh()
  return (
    <form
      {...{ id, className, method: 'post', action: links.form(name), 'data-enhance': '' }}
      ref={element}
      onInvalidCapture={(event) =>
        onlyAllAtOnce(event, (error) => {
          setRefused(error)
          say(event.currentTarget, null)
        })
      }
      onSubmit={(event) => enhance(event, { here, whenOffline, before, onDone: onDone ?? refresh, messages, onRefused: setRefused })}
    >
      {Object.entries(about).map(([key, value]) => (
        <input key={key} type="hidden" name={key} value={value} />
      ))}
      <input type="hidden" name="from" value={`${pathname}${search}`} />
      <FormRefusal value={{ error, messages }}>{children}</FormRefusal>
      {words === null ? null : (
        <div className="refused-words" role="alert">
          {errorsIn(words).map((each) => (
            <div key={each.field}>{messageFor(each, messages) ?? <RefusalWords of={each} />}</div>
          ))}
        </div>
      )}
      <div className={noWords} role="alert" data-words="" />
    </form>
  )
}

interface ActionProps {
  /** Its mutation: the form's own, or one of those that share the form. */
  readonly name: string
  /** Of the form, where it stands outside it. */
  readonly form?: string
  /** The argument in which it differs from the other buttons: its field and value. */
  readonly value?: readonly [field: string, value: string]
  readonly className?: string
  readonly isDisabled?: boolean
  /** What it is done to, for those who hear only the button. */
  readonly of: string
  readonly children: ReactNode
}

/** A button for one mutation, in a form that several share. */
export function Action({
  name,
  form,
  value: [field, value] = ['', ''],
  className = 'btn quiet',
  isDisabled = false,
  of,
  children,
}: ActionProps) {
  const given = field === '' ? {} : { name: field, value }
  return (
    <button {...given} form={form} formAction={links.form(name)} className={className} disabled={isDisabled}>
      {children}
      <span className="sr">: {of}</span>
    </button>
  )
}

const noWords = 'refused-words none'

interface Enhanced {
  readonly here: MutationFormProps['here'] | undefined
  readonly whenOffline: MutationFormProps['whenOffline']
  readonly before: MutationFormProps['before']
  readonly onDone: (location: string) => void | Promise<void>
  readonly messages: Messages
  readonly onRefused: (error: FormError | null) => void
}

/** Does what the form would do, and says in it what was not done. */
function enhance(event: FormEvent<HTMLFormElement>, { here, whenOffline, before, onDone, messages, onRefused }: Enhanced): void {
  event.preventDefault()
  const form = event.currentTarget
  if (form.hasAttribute('aria-busy')) return
  const submitter = event.nativeEvent instanceof SubmitEvent ? event.nativeEvent.submitter : null
  const action = submitter?.getAttribute('formaction') ?? form.getAttribute('action') ?? ''
  const data = new FormData(form, submitter)
  const run = async (): Promise<void> => {
    const faulty = (await before?.(givenIn(data))) ?? null
    const done: Done =
      faulty !== null
        ? await refusedFor(faulty, messages)
        : here === undefined
          ? await sent(action, data, messages, whenOffline)
          : { words: await here(givenIn(data)), location: '' }
    onRefused(done.error ?? null)
    say(form, done.words)
    if (done.words === null) await onDone(done.location)
  }
  form.setAttribute('aria-busy', 'true')
  run()
    .catch((error: unknown) => {
      reportError(error)
      say(form, 'Nothing was changed: this device couldn’t store it.')
    })
    .finally(() => {
      form.removeAttribute('aria-busy')
      keepFocus(form, submitter)
    })
}

/** What was said before, by the server too, is over. */
function say(form: HTMLFormElement, words: string | null): void {
  for (const alert of form.querySelectorAll<HTMLElement>('.refused-words[role=alert]')) {
    const isOwn = alert.dataset['words'] === ''
    alert.hidden = !isOwn
    if (isOwn) {
      alert.className = words === null ? noWords : 'refused-words'
      alert.textContent = words
    }
  }
}

interface Done {
  /** What the reader has to be told; `null`: it is done. */
  readonly words: string | null
  readonly location: string
  readonly error?: FormError
}

function givenIn(data: FormData): Given {
  return Object.fromEntries([...data].map(([key, value]) => [key, String(value)]))
}

async function sent(action: string, data: FormData, messages: Messages, whenOffline: MutationFormProps['whenOffline']): Promise<Done> {
  const answer = await sendForm(action, data)
  if (answer?.ok === true) return { words: null, location: answer.location }
  if (answer === null) {
    const done = await whenOffline?.(givenIn(data))
    if (done === undefined) return { words: 'You’re offline, so nothing was changed.', location: '' }
    return done === null ? { words: null, location: '' } : refusedFor(done, messages)
  }
  return refusedFor(answer.error, messages)
}

async function refusedFor(error: FormError, messages: Messages): Promise<Done> {
  const errors = errorsIn(error)
  const own = errors.map((each) => messageFor(each, messages))
  const { wordsFor } = own.includes(undefined) ? await import('../wording.ts') : { wordsFor: () => '' }
  return { words: errors.map((each, n) => own[n] ?? wordsFor(each)).join('\n'), location: '', error }
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

interface BoxProps {
  readonly name: string
  readonly isOn: boolean
  /** The form sets all of its fields: how the box was is not said. */
  readonly isUntold?: boolean
  readonly children: ReactNode
}

/** A box that says how it was, so that an untouched one sets nothing. */
export function Box({ name, isOn, isUntold = false, children }: BoxProps) {
  return (
    <label className="check">
      <input type="checkbox" name={name} defaultChecked={isOn} /> {children}
      {isUntold ? null : <Was name={name} value={isOn ? 'on' : ''} />}
    </label>
  )
}

/** How a field was when it was drawn. */
export function Was({ name, value }: { readonly name: string; readonly value: string }) {
  return <input type="hidden" name={`was-${name}`} value={value} />
}
