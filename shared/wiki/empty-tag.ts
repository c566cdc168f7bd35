import type { Tag } from './schema.ts'

/** A row with nothing said of it yet. */
export function emptyTag(facts: Pick<Tag, 'id' | 'state' | 'name' | 'createdAt'> & Partial<Tag>): Tag {
  return {
    ...{ slug: null, oldSlugs: [], lensOf: null, lensOrder: 0, tabTitle: '', tabSubtitle: '', shortName: '', subtitle: '' },
    ...{ isWikiOnly: false, isCore: false, isPostType: false, isSuggestedAsFilter: false, order: 0 },
    ...{ coreTagId: null, parentTagId: null, isAuthorOnly: false, isRemovalResistant: false, tagVoters: null },
    ...{ postsOrder: 'relevance', shownParagraphs: 0, introSequenceId: null, bannerUrl: null, squareUrl: null },
    ...{ grade: 2, flagIds: [], summaries: [], needsReview: true, reviewedById: null, publishedAt: null },
    ...{ deletedAt: null, deletedById: null, leadsToId: null, relsGoToId: null, postCount: 0, likes: 0 },
    changedAt: facts.createdAt,
    ...facts,
  }
}
