/** The name under which a page is kept on a device. */
export const addressOf = ({ pathname, search }: { readonly pathname: string; readonly search: string }): string => `${pathname}${search}`
