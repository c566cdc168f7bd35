import { Email } from '#shared/accounts/email.ts'
import { readCsv } from '#shared/formats/read-csv.ts'

/**
 * The addresses in a CSV file: of its column `email` (as other programs export them: `Email`,
 * `email address`), else one on each line. What is no address is left out.
 */
export function addressesIn(text: string): readonly string[] {
  const rows = readCsv(text)
  const column = Object.keys(rows[0] ?? {}).find((name) => /^e-?mail( ?address)?$/iu.test(name.trim()))
  const given = column === undefined ? text.split(/[\r\n,;]+/u) : rows.map((row) => row[column] ?? '')
  return given.flatMap((one) => {
    const address = /<([^<>]+)>/u.exec(one)?.[1] ?? one.trim().replace(/^"|"$/gu, '')
    const parsed = Email.safeParse(address)
    return parsed.success ? [parsed.data] : []
  })
}
