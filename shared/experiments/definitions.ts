/**
 * A test of two or more variants of something, each shown to a share of the members. Names are
 * stored with what members choose: a name is never given to another test or group.
 */
export interface Experiment {
  readonly name: string
  /** What differs, for everyone to read. */
  readonly description: string
  /** Two or more. A weight is a whole number above 0; a share is its part of their sum. */
  readonly groups: readonly { readonly name: string; readonly weight: number }[]
  readonly isActive: boolean
  /** Name of the group that everyone is in, whatever their key or choice. */
  readonly everyone?: string
}

/** No page of the product asks for a group yet, so no test is here. */
export const experiments: readonly Experiment[] = []
