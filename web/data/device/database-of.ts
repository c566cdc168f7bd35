/** The name of an account's database. @param account user id; `null`: a visitor */
export const databaseOf = (account: string | null): string => `lyceum:${account ?? 'visitor'}`
