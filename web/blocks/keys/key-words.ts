import type { KeyCommand } from '#shared/reading/key-commands.ts'

/** What each command does, in the order and groups of the list that `?` shows. */
export const keyGroups: readonly { readonly title: string; readonly words: Readonly<Partial<Record<KeyCommand, string>>> }[] = [
  {
    title: 'Navigation',
    words: {
      next: 'Next post or comment',
      previous: 'Previous post or comment',
      nextNew: 'Next new comment',
      previousNew: 'Previous new comment',
      open: 'Open',
      up: 'Go to parent',
      collapse: 'Collapse thread',
      expand: 'Expand thread',
    },
  },
  {
    title: 'Reading',
    words: {
      contents: 'Contents',
      notes: 'Next footnote',
      listen: 'Listen or pause',
      larger: 'Larger text',
      smaller: 'Smaller text',
      plainSize: 'Reset text size',
      theme: 'Switch light or dark',
    },
  },
  {
    title: 'Actions',
    words: {
      reply: 'Reply',
      edit: 'Edit',
      vote: 'Go to votes',
      save: 'Bookmark',
      markRead: 'Mark as read or unread',
      more: 'More',
      newPost: 'New post',
    },
  },
  {
    title: 'Go to',
    words: {
      search: 'Search',
      goHome: 'Home',
      goDrafts: 'Drafts',
      goInbox: 'Inbox',
      goSaved: 'Bookmarks',
      goProfile: 'Your page',
      help: 'Keyboard shortcuts',
    },
  },
]

export const keyWord = (command: KeyCommand): string =>
  keyGroups.find(({ words }) => words[command] !== undefined)?.words[command] ?? command
