/**
 * Takes out of a text what an error report must never hold: e-mail addresses, and secrets in
 * addresses. The server does it once more with whatever a browser has sent; a text that is clean
 * comes back as it was.
 */
const emails = /[\p{L}\p{N}.!#$%&'*+/=?^_`{|}~-]{1,64}@[\p{L}\p{N}-]{1,63}(?:\.[\p{L}\p{N}-]{1,63})+/gu
const secretParameters =
  /([?&#;](?:[\w-]{0,40}(?:token|secret|password|session|passwd|auth|invite|signature)[\w-]{0,40}|key|code|sid|sig|pwd)=)[^&#\s"'<>]*/giu
const secretPaths = /(\/(?:resetPassword|emailToken)(?:\/|%2F))(?!:)[^/?&#\s"'<>]+/giu
/**
 * A segment so long and mixed that nobody made it to be read: a one-time link's. Ids of ours have
 * 26 characters.
 */
const opaque = /(\/)(?=[\w-]*\d)(?=[\w-]*[A-Za-z])[\w-]{40,}(?=[/?&#\s"'<>]|$)/gu
const headers = /\b((?:set-)?cookie|authorization)(["']?\s*[:=]\s*)[^\r\n]*/giu

export function scrubText(text: string): string {
  return text
    .replace(headers, '$1$2[left out]')
    .replace(secretParameters, '$1[left out]')
    .replace(secretPaths, '$1[left out]')
    .replace(opaque, '$1[left out]')
    .replace(emails, '[address left out]')
}

/** An address without its query and fragment; what is left is scrubbed too. */
export const scrubUrl = (url: string): string => scrubText(url.split(/[?#]/u)[0] ?? '')
