import type { FormEvent } from 'react'
import { useReducer } from 'react'
import { links } from '#shared/links.ts'
import type { FormError } from '#shared/pages/page-data.ts'
import { ask } from './connection.ts'
import { faultsOf, onlyAllAtOnce } from './form-faults.ts'
import { errorOfStatus } from './mutation.ts'
import type { Sent } from './saved-text.ts'
import { forgetSaved, isTypedOn, keepAsSent, keepNow, markSent, placeOfMutation, sentOf } from './saved-text.ts'
import { useLocation, useNavigate, useRefresh } from './navigation.ts'
import { useRefusedForm } from './page.ts'
import { forgetPendingSignOut } from './sign-out-news.ts'
import { within } from './within.ts'

/** Of a healthy device it takes some milliseconds. */
const patienceMs = 1_000

export type SendState =
  | { readonly kind: 'ready' }
  | { readonly kind: 'sending' }
  | { readonly kind: 'refused'; readonly error: FormError }
  /** Nobody could be asked. The text is kept on this device. */
  | { readonly kind: 'not-sent' }
  | { readonly kind: 'done' }

export type SendEvent =
  | { readonly kind: 'sent-off' }
  | { readonly kind: 'answered'; readonly answer: FormAnswer }
  | { readonly kind: 'no-network' }
  | { readonly kind: 'edited' }

/** What the server answers to a form that asks for JSON. */
export type FormAnswer =
  /** `values`: what a form is shown again with, where its page is not drawn anew for it. */
  | { readonly ok: true; readonly location: string; readonly values?: Readonly<Record<string, string>> }
  | { readonly ok: false; readonly error: FormError; readonly viewerNeeded?: boolean }

export function sendReducer(state: SendState, event: SendEvent): SendState {
  if (event.kind === 'sent-off') return { kind: 'sending' }
  if (event.kind === 'no-network') return { kind: 'not-sent' }
  if (event.kind === 'answered') return event.answer.ok ? { kind: 'done' } : { kind: 'refused', error: event.answer.error }
  // Typing takes a refusal away only where it cannot belong to a field any more; while sending it
  // changes nothing.
  return state.kind === 'not-sent' || state.kind === 'done' ? { kind: 'ready' } : state
}

interface SendFormOptions {
  /** Tells this form from others of the same name on the page: hidden fields and their values. */
  readonly fields?: Readonly<Record<string, string>>
  /** Where its unsent text is kept, e.g. `comment:POST:PARENT`; without it nothing is kept. */
  readonly keepAs?: string | undefined
  /**
   * It adds to what there is, as a comment does: what is typed on while it is sent stands for
   * itself. Else it takes the place of what there is, and what is typed on is meant as a whole.
   */
  readonly isAdded?: boolean
  /**
   * A visitor's mutation that is done together with this sign-in: what was kept of it is forgotten
   * with it.
   */
  readonly carried?: { readonly mutation: string; readonly values: Readonly<Record<string, string>> } | null
  /**
   * Stays on the page: called instead of going to the answer's address. The page's data are fetched
   * again first.
   */
  readonly onDone?: (location: string) => void
  /** Stays on the page: called with what the form is shown again with. */
  readonly onShown?: (values: Readonly<Record<string, string>>) => void
}

/**
 * A plain form that sends itself by `fetch` once there is a script. Spread `form` on the `<form>`;
 * put `<input type="hidden" name="from">` with `from` in it. What was typed stays in every case but
 * success.
 */
export function useSendForm(mutation: string, options: SendFormOptions = {}) {
  const refused = useRefusedForm(mutation, options.fields)
  const [state, dispatch] = useReducer(sendReducer, refused?.error ? { kind: 'refused', error: refused.error } : { kind: 'ready' })
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  const refresh = useRefresh()

  const goOn = async (location: string, form: HTMLFormElement, sent: Sent) => {
    const carried = options.carried ?? null
    const place = carried === null ? options.keepAs : placeOfMutation(carried.mutation, carried.values)
    const forgotten = place === undefined ? Promise.resolve() : forgetSaved(place)
    if (isTypedOn(form, sent)) void keepNow(form)
    else markSent(form)
    // Another person may be here now: nothing of the page may stay.
    if (mutation.startsWith('accounts.')) {
      await forgotten
      forgetPendingSignOut()
      return window.location.assign(location)
    }
    // The next page would offer them as not sent.
    const forgottenSoon = within(patienceMs, forgotten)
    if (options.onDone !== undefined) {
      await Promise.all([refresh(), forgottenSoon])
      return options.onDone(location)
    }
    await forgottenSoon
    await navigate(location)
  }

  const onSubmit = async (event: FormEvent<HTMLFormElement>) => {
    const form = event.currentTarget
    event.preventDefault()
    if (state.kind === 'sending') return
    const faults = faultsOf(form)
    if (faults !== null) return dispatch({ kind: 'answered', answer: { ok: false, error: faults } })
    if (options.keepAs !== undefined) void keepAsSent(form, { isWhole: options.isAdded !== true })
    const submitter = event.nativeEvent instanceof SubmitEvent ? event.nativeEvent.submitter : null
    const data = new FormData(form, submitter)
    const sent = sentOf(form)
    dispatch({ kind: 'sent-off' })
    const answer = await sendForm(form.action, data)
    if (answer === null) return dispatch({ kind: 'no-network' })
    if (!answer.ok && answer.viewerNeeded === true) return sendPlainly(form, submitter)
    dispatch({ kind: 'answered', answer })
    if (answer.ok && answer.values !== undefined && options.onShown !== undefined) return options.onShown(answer.values)
    if (answer.ok) await goOn(answer.location, form, sent)
  }

  return {
    state,
    /** What the server refused, field by field, so that nothing is typed twice. */
    values: refused?.values ?? {},
    error: state.kind === 'refused' ? state.error : null,
    isSending: state.kind === 'sending',
    from: `${pathname}${search}`,
    form: {
      method: 'post',
      action: links.form(mutation),
      'data-enhance': '',
      'data-keep': options.keepAs,
      'data-typed': refused === null ? undefined : '',
      'aria-busy': state.kind === 'sending' || undefined,
      onSubmit,
      onInvalidCapture: (event: FormEvent<HTMLFormElement>) =>
        onlyAllAtOnce(event, (error) => dispatch({ kind: 'answered', answer: { ok: false, error } })),
      onInput: () => dispatch({ kind: 'edited' }),
    },
  } as const
}

/** `null` when nobody could be asked. */
export async function sendForm(action: string, data: FormData): Promise<FormAnswer | null> {
  const hasFile = [...data.values()].some((value) => value instanceof File)
  // A form without a file goes as it would without a script: one parser on the server.
  const fields = hasFile ? [] : [...data].map(([name, value]) => [name, String(value)])
  try {
    const response = await ask(action, {
      method: 'POST',
      headers: { accept: 'application/json' },
      body: hasFile ? data : new URLSearchParams(fields),
    })
    const answer: unknown = await response.json().catch(() => null)
    // The server's own answer to a form, of this build's type; anything else (a proxy's page) has
    // no `ok`.
    if (typeof answer === 'object' && answer !== null && 'ok' in answer) return answer as FormAnswer
    return { ok: false, error: errorOfStatus(response.status), viewerNeeded: response.status === 401 }
  } catch {
    return null
  }
}

/**
 * A visitor's mutation goes the plain way: the server answers the sign-in page, which carries
 * mutation and text and does it afterwards.
 */
function sendPlainly(form: HTMLFormElement, submitter: HTMLElement | null): void {
  if (submitter instanceof HTMLButtonElement && submitter.name !== '') {
    const field = document.createElement('input')
    field.type = 'hidden'
    field.name = submitter.name
    field.value = submitter.value
    form.append(field)
  }
  form.submit()
}
