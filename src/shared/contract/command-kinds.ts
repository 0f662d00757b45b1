/**
 * The version of each command's body. The names are for ever: a device may hold one for weeks. A wider body is a new
 * version, unless a server that ignores the new field still does what is right; a changed meaning is a new kind.
 */
export const commandVersions = {
  'pos.openShift': 1,
  'pos.sale': 1,
  'pos.voidSale': 1,
  'pos.moveCash': 1,
  'pos.closeShift': 1,
} as const

/** Up to which version each kind is known to somebody; a kind that is not in it is not known at all. */
export type CommandVersions = Readonly<Record<string, number | undefined>>

export type CommandKind = keyof typeof commandVersions

export const isCommandKind = (kind: string): kind is CommandKind => Object.hasOwn(commandVersions, kind)
