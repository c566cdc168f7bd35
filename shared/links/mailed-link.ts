/** What the button behind a mailed link does, where it is not the proof of an address. */
export interface MailedLinkUse {
  readonly for?: 'new-address' | 'old-address' | 'reopen' | 'sign-in'
  /** The last day on which it can be done: `2026-12-14`. */
  readonly on?: string | undefined
}
