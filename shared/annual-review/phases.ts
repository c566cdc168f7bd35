/** Of a review, in their order. */
export const phases = ['unstarted', 'nominations', 'reviews', 'voting', 'results', 'complete'] as const
export type Phase = (typeof phases)[number]
/** Each begins at a time; what is before them is unstarted. */
export type StartedPhase = Exclude<Phase, 'unstarted'>
export type VotingPhase = 'nominations' | 'reviews' | 'voting'

export const startedPhases = phases.filter((phase) => phase !== 'unstarted')
