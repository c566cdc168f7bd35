/** A member who is muted, or about to be. */
export interface Muting {
  readonly id: string
  readonly slug: string
}

export interface MuteButtonProps extends Muting {
  readonly name: string
  readonly className?: string
}

/** Whom the reader has just muted, from the menu of which line. */
export interface JustMuted extends Muting {
  readonly name: string
  readonly rowId: string
}
