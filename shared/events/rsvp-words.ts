/** In the order of the page. */
export const rsvpAnswers = ['going', 'maybe', 'no'] as const

/** What becomes of them: who would come and finds no place waits. In the order of the page. */
export const rsvpStatuses = ['going', 'waiting', 'maybe', 'no'] as const

export const rsvpWords: Readonly<Record<(typeof rsvpStatuses)[number], string>> = {
  ...{ going: 'Going', waiting: 'Waiting list', maybe: 'Maybe', no: 'Can’t go' },
}
