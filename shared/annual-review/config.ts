/**
 * The annual review as this site holds it: in the winter after the year that follows, members say
 * which posts of a year still matter to them.
 */
export const reviewConfig = {
  /** The first year that was ever reviewed here. */
  firstYear: 2018,
  /** Days and years begin at midnight here: eight hours behind UTC, all the year. */
  utcOffsetHours: -8,
  /** In their order: years after the one reviewed, month, day. A phase lasts until the next. */
  starts: {
    nominations: [1, 12, 1],
    reviews: [1, 12, 16],
    voting: [2, 1, 21],
    results: [2, 2, 6],
    complete: [2, 2, 10],
  },
  /** Votes above neutral that a post needs to be a candidate. */
  positiveVotes: { nominations: 1, reviews: 2, voting: 2 },
  /** Reviews that it needs as well. */
  reviews: { nominations: 0, reviews: 0, voting: 1 },
  /** What a post needs of the interim score to be among those that need a review soon. */
  quickReviewScore: 4,
  /** Karma from which a review is highlighted, and stands in the results. */
  highlightedKarma: 10,
  /** What is asked of each member in a phase; nothing happens to who does less. */
  share: { nominations: { what: 'reviews', count: 2 }, reviews: { what: 'reviews', count: 3 }, voting: { what: 'votes', count: 6 } },
  /** Reviews that are posts of their own begin with this tag. */
  longformTag: 'Longform review',
  /** What a member may spend before all their votes weaken. */
  budget: 500,
  /** In which posts of a year are chosen for its gallery; by the first name in addresses. */
  categories: [
    { slug: 'rationality', name: 'Rationality' },
    { slug: 'modeling', name: 'Modeling' },
    { slug: 'optimization', name: 'Optimization' },
    { slug: 'ai-strategy', name: 'AI strategy' },
    { slug: 'ai-safety', name: 'AI safety' },
    { slug: 'practical', name: 'Practical' },
  ],
  /** Posts of a year in its gallery, at most. */
  winners: 50,
} as const
