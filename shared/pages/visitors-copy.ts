/**
 * Header, name and value, of a page that members get otherwise, as every visitor gets it: no proxy
 * keeps that, since the answer goes by the cookie, and a visitor's own device may.
 */
export const visitorsCopy = ['x-copy-for', 'visitors'] as const
