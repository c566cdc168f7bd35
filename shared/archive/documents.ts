/**
 * What the archive has documents of: the names of tables, and for its page what they hold. The
 * exporter has a reader for each.
 */
export const archiveDocuments = [
  ['members', 'a profile: name, slug, bio, since when'],
  ['standings', 'a member’s karma, and how many posts and comments'],
  ['posts', 'title, authors, dates, tags, language; revisionId names its text'],
  ['revisions', 'a text as it was published once: of a post, or an earlier one of a comment'],
  ['comments', 'its text, its post, what it answers; a removed one keeps its place and has no text'],
  ['tallies', 'score and agreement of a post or a comment, by its id'],
  ['tags', 'a page of the wiki, or a name that posts use'],
  ['tag_rels', 'how much a post has to do with a tag'],
  ['sequences', 'posts to be read in order: title and description'],
  ['chapters', 'their order, in parts'],
  ['collections', 'books that belong together'],
  ['books', 'sequences and posts of a collection'],
] as const
