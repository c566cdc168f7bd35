import type { CheckName } from '#shared/content-checks/schema.ts'

export const checkTitles: Readonly<Record<CheckName, string>> = {
  words: 'Words and phrases',
  links: 'Links to listed sites',
  repeated: 'Repeated text',
  newLinks: 'New account with links',
}
