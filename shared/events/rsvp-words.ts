/** In the order of the page. */
export const rsvpAnswers = ['going', 'maybe', 'no'] as const

export const rsvpWords: Readonly<Record<(typeof rsvpAnswers)[number], string>> = { going: 'Going', maybe: 'Maybe', no: 'Can’t go' }
