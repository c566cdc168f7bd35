interface OpenOptions {
  /** The error report that this is about. */
  readonly eventId?: string
}

/**
 * Opens the feedback dialog from anywhere, also where the page itself has failed. The dialog's part
 * of the app comes with the first opening.
 */
export function openFeedback({ eventId }: OpenOptions = {}): void {
  const opener = document.activeElement
  import('./feedback-root.tsx').then(
    ({ showFeedback }) => showFeedback({ eventId: eventId ?? null, opener }),
    (error: unknown) => {
      // Nothing of the dialog is there to say it in.
      alert('Couldn’t load the feedback form. Try again when you’re online.')
      reportError(error)
    },
  )
}
