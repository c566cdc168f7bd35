import { useCallback, useEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { links } from '#shared/links.ts'
import { useIsOnline } from '../../data/connection.ts'
import { currentDevice } from '../../data/device/current.ts'
import { signOutLocally } from '../../data/forget.ts'
import { outbox, useOutbox } from '../../data/outbox.ts'
import { counted } from '../counts.ts'
import { saveAsFile } from '../save-as-file.ts'
import type { Unseen, Unsent } from './unsent.ts'
import { unsentText, unsentWork } from './unsent.ts'

type Step =
  | { readonly kind: 'looking' }
  | { readonly kind: 'asking'; readonly unsent: Unsent | Unseen }
  | { readonly kind: 'sending'; readonly unsent: Unsent | Unseen }
  | { readonly kind: 'leaving' }

/** Asks about unsent work, if there is any, and signs out. */
export function SignOutDialog({ onCancel }: { readonly onCancel: () => void }) {
  const [step, setStep] = useState<Step>({ kind: 'looking' })
  const dialog = useRef<HTMLDialogElement>(null)
  const leave = useCallback(() => {
    setStep({ kind: 'leaving' })
    void signOutLocally().finally(() => location.replace(links.front()))
  }, [])
  useEffect(() => {
    dialog.current?.showModal()
    let isGone = false
    void leftAfterAMoment().then((unsent) => {
      if (isGone) return
      if (isNothing(unsent)) leave()
      else setStep({ kind: 'asking', unsent })
    })
    return () => {
      isGone = true
    }
  }, [leave])
  return createPortal(
    <dialog
      className="dialog"
      ref={dialog}
      aria-labelledby="sign-out-title"
      onCancel={(event) => {
        if (step.kind === 'leaving') event.preventDefault()
      }}
      onClose={onCancel}
    >
      <h2 id="sign-out-title">{step.kind === 'asking' || step.kind === 'sending' ? 'Not everything has been sent' : 'Signing out'}</h2>
      {step.kind === 'looking' ? <p role="status">Checking for unsent work…</p> : null}
      {step.kind === 'leaving' ? <p role="status">Deleting your data from this device…</p> : null}
      {step.kind === 'asking' || step.kind === 'sending' ? (
        <Question
          unsent={step.unsent}
          isSending={step.kind === 'sending'}
          onSend={() => setStep({ kind: 'sending', unsent: step.unsent })}
          onSent={(left) => (isNothing(left) ? leave() : setStep({ kind: 'asking', unsent: left }))}
          onDiscard={leave}
          onCancel={() => dialog.current?.close()}
        />
      ) : null}
    </dialog>,
    document.body,
  )
}

interface QuestionProps {
  readonly unsent: Unsent | Unseen
  readonly isSending: boolean
  readonly onSend: () => void
  /** What is left, once all that can go has gone. */
  readonly onSent: (left: Unsent | Unseen) => void
  readonly onDiscard: () => void
  readonly onCancel: () => void
}

function Question({ unsent, isSending, onSend, onSent, onDiscard, onCancel }: QuestionProps) {
  const isOnline = useIsOnline()
  const waiting = useOutbox().waiting.filter((item) => item.pending !== null)
  const [isSaved, setSaved] = useState(false)
  const queued = unsent === 'unknown' ? 0 : unsent.queued
  useEffect(() => {
    if (!isSending) return
    currentDevice.get()?.nudge()
    return whenNothingWaits(() => void leftAfterAMoment().then(onSent))
  }, [isSending, onSent])
  const download = async () => {
    saveAsFile(await unsentText(), 'unsent-work.md', 'text/markdown')
    setSaved(true)
  }
  return (
    <>
      <p>
        {unsent === 'unknown'
          ? 'This device’s storage isn’t responding, so unsent work can’t be checked.'
          : `On this device there ${unsentWords(unsent)}.`}{' '}
        Signing out deletes your data from this device.
      </p>
      {queued > 0 && !isOnline ? <p className="soft">You’re offline, so nothing can be sent now.</p> : null}
      {isSending ? <p role="status">Sending {waiting.length}…</p> : null}
      {isSaved ? <p role="status">The file is in your downloads.</p> : null}
      <p className="acts">
        {queued > 0 && isOnline ? (
          <button type="button" className="btn primary" onClick={onSend} aria-disabled={isSending || undefined}>
            Send now
          </button>
        ) : null}
        {unsent === 'unknown' ? null : (
          <button type="button" className="btn" onClick={() => void download()}>
            Download
          </button>
        )}
        <button type="button" className="btn danger" onClick={onDiscard}>
          {isSaved ? 'Sign out' : 'Discard and sign out'}
        </button>
        <button type="button" className="btn quiet" onClick={onCancel}>
          Cancel
        </button>
      </p>
    </>
  )
}

/** What was done a second ago is on its way: it may arrive before anybody is asked about it. */
const momentMs = 2_000
const lookAgainMs = 100

async function leftAfterAMoment(): Promise<Unsent | Unseen> {
  const until = performance.now() + momentMs
  for (let isFirst = true; ; isFirst = false) {
    // Texts and pictures are on their way, too, and not in the outbox.
    const unsent = await unsentWork()
    if (unsent === 'unknown' || unsent.queued === 0 || !navigator.onLine || performance.now() >= until) return unsent
    if (isFirst) currentDevice.get()?.nudge()
    await new Promise((resolve) => setTimeout(resolve, lookAgainMs))
  }
}

const isNothing = (unsent: Unsent | Unseen): boolean => unsent !== 'unknown' && unsent.queued + unsent.refused + unsent.drafts === 0

/** "are 3 things not sent yet, 1 that could not be sent and 2 drafts" */
function unsentWords({ queued, refused, drafts }: Unsent): string {
  const parts = [
    queued > 0 ? `${counted(queued, 'thing')} not sent yet` : null,
    refused > 0 ? `${refused} that could not be sent` : null,
    drafts > 0 ? counted(drafts, 'draft') : null,
  ].filter((part) => part !== null)
  const verb = (queued || refused || drafts) === 1 ? 'is' : 'are'
  return `${verb} ${parts.length > 1 ? `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}` : parts[0]}`
}

function whenNothingWaits(done: () => void): () => void {
  const look = () => {
    if (outbox.get().waiting.every((item) => item.pending === null)) done()
  }
  const leave = outbox.subscribe(look)
  look()
  return leave
}
