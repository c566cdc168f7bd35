export const phaseNames = {
  ...{ unstarted: 'Not started', nominations: 'Nominations', reviews: 'Reviews', voting: 'Final voting' },
  ...{ results: 'Results', complete: 'Complete' },
} as const
