import type { FormEvent, KeyboardEvent, RefObject } from 'react'
import { useEffect, useRef, useState } from 'react'
import type { FormError } from '#shared/pages/page-data.ts'
import { deviceSoon } from '../../data/device/bring.ts'
import type { Device } from '../../data/device/device-api.ts'
import { currentMe } from '../../data/viewer.ts'
import {
  dropSent,
  emptySent,
  forgetSaved,
  isTypedOn,
  keepAsSent,
  keepNow,
  nothingSent,
  placeOfMutation,
  sentOf,
} from '../../data/saved-text.ts'
import { useSendForm } from '../../data/send-form.ts'
import type * as CommentActions from './comment-actions.ts'
import type { MutationAnswer } from './comment-actions.ts'
import { useIsSlow } from '../use-is-slow.ts'
import { useDraft } from './use-draft.ts'

/**
 * What a member's first press of the button would wait for. Where it cannot come, the press says
 * so.
 */
let isReady = false
const readyToSend = (): void => {
  if (isReady || currentMe().viewer.kind === 'visitor') return
  isReady = true
  import('./comment-actions.ts').then((mutations) => mutations.makeReady()).catch(() => undefined)
}

type Mutations = typeof CommentActions

interface ComposeOptions {
  readonly mutation: 'comments.post' | 'comments.postQuickTake' | 'comments.postReview' | 'messages.send' | 'conversations.begin'
  /** Hidden fields that tell this form from others of the same mutation. */
  readonly fields: Readonly<Record<string, string>>
  /** Takes the focus: it was opened by a press. */
  readonly isOpened?: boolean
  /** Nothing can be sent off now. */
  readonly isHeldUp?: boolean
  /** Stays on the page: gets the address of the new comment. Without it the browser goes there. */
  readonly onDone?: ((location: string) => void) | undefined
  readonly onClose?: (() => void) | undefined
  readonly send: (mutations: Mutations, device: Device, data: FormData) => Promise<MutationAnswer>
}

/**
 * A form for a comment of any kind. Ctrl+Enter sends; what is typed is kept on this device, per
 * place, until it has arrived. A member's is done on the device first; the plain form is the way of
 * visitors, and of everybody until the device is there.
 */
export function useCompose({ mutation, fields, isOpened = false, isHeldUp = false, onDone, onClose, send }: ComposeOptions) {
  const ref: RefObject<HTMLFormElement | null> = useRef(null)
  const place = placeOfMutation(mutation, fields) ?? ''
  const { isBack, setBack } = useDraft(ref, place, isOpened)
  const [here, setHere] = useState<{ readonly isBusy: boolean; readonly error: FormError | null }>({ isBusy: false, error: null })
  const goesPlainly = useRef(false)
  const sent = useRef(nothingSent)
  const isPressedAgain = useRef(false)
  const done = (location: string) => {
    // The next words may have been begun while these were on their way.
    if (ref.current !== null && isTypedOn(ref.current, sent.current)) {
      dropSent(ref.current, sent.current)
      void keepNow(ref.current)
    } else if (ref.current !== null) emptySent(ref.current, sent.current)
    setBack(false)
    onDone?.(location)
  }
  const plain = useSendForm(mutation, { fields, keepAs: place, isAdded: true, ...(onDone === undefined ? {} : { onDone: done }) })
  const isSending = here.isBusy || plain.isSending
  const isSlow = useIsSlow(here.isBusy)
  const error = here.error ?? plain.error
  useEffect(() => {
    if (isSending || !isPressedAgain.current) return
    isPressedAgain.current = false
    if (error === null) ref.current?.requestSubmit()
  }, [isSending, error])

  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    const form = event.currentTarget
    const { isKnown, viewer } = currentMe()
    if ((isKnown && viewer.kind === 'visitor') || goesPlainly.current) {
      goesPlainly.current = false
      if (!plain.isSending) sent.current = sentOf(form)
      setHere({ isBusy: false, error: null })
      return void plain.form.onSubmit(event)
    }
    event.preventDefault()
    // Pressed for the next words while the last ones are on their way: they follow.
    if (isSending) isPressedAgain.current = isTypedOn(form, sent.current)
    if (isSending || isHeldUp) return
    sent.current = sentOf(form)
    void keepAsSent(form)
    setHere({ isBusy: true, error: null })
    form.dataset['sending'] = ''
    const sending = mutateLocally(form).finally(() => delete form.dataset['sending'])
    void sending.catch(() => {
      // The device cannot (its part of the app did not come, its storage broke): the plain way can,
      // or says so.
      setHere({ isBusy: false, error: null })
      // Written on meanwhile: these are not the words that were sent off, and wait for the next
      // press.
      if (isTypedOn(form, sent.current)) return
      goesPlainly.current = true
      form.requestSubmit()
    })
  }
  const mutateLocally = async (form: HTMLFormElement) => {
    const data = new FormData(form)
    // In the first moments it is on its way. Without it, nobody here could say twice that this is
    // one and the same comment.
    const device = await deviceSoon()
    const { isKnown, viewer } = currentMe()
    const account = !isKnown ? device?.account : viewer.kind === 'member' ? viewer.userId : null
    if (device === null || account === null || device.account !== account) throw new Error('the device is not this member’s')
    const mutations = await import('./comment-actions.ts')
    // The draft must be in the database before the mutation that takes it along, or it would come
    // back after it.
    await keepNow(form)
    const answer = await send(mutations, device, data)
    // The device has not heard of the post or of what is answered: the server may have.
    if (!answer.ok && answer.error.code === 'not-found') throw new Error('not on this device')
    setHere({ isBusy: false, error: answer.ok ? null : answer.error })
    if (!answer.ok) return
    // What was typed on behind it is a draft already.
    if (!isTypedOn(form, sent.current)) void forgetSaved(place)
    done(`#${answer.id}`)
  }
  const onKeyDown = (event: KeyboardEvent<HTMLFormElement>) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault()
      event.currentTarget.requestSubmit()
    }
    if (event.key === 'Escape' && onClose !== undefined) onClose()
  }
  return {
    place,
    isBack,
    isSending,
    /** The device has not answered for a moment. */
    isSlow,
    isSendingPlainly: plain.isSending,
    isNotSent: plain.state.kind === 'not-sent',
    error,
    values: plain.values,
    from: plain.from,
    form: { ref, ...plain.form, onSubmit, onKeyDown, onInput: readyToSend },
  } as const
}
