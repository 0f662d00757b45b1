// chunk: core
/**
 * The version of each command's body. The names are for ever: a device may hold one for weeks. A wider body is a new
 * version, unless a server that ignores the new field still does what is right; a changed meaning is a new kind.
 */
export const commandVersions = {
  /** 2: notes and coins of the float, and the float that the close before it left. */
  'pos.openShift': 2,
  /**
   * 2: `customerProof` may be a face or a PIN, and a sale may name the decision about a face. 3: discounts and prices of
   * single lines, what was taken out of the cart, approvals, the refund it was exchanged with. 4: notes on single lines.
   */
  'pos.sale': 4,
  /** 2: it may have been approved, and says how long after the sale it was. 3: it may name a cash top-up. */
  'pos.voidSale': 3,
  /** 2: it may have been approved, and name a witness and the bag of a drop. */
  'pos.moveCash': 2,
  /** 2: it may be a copy of a paper, which opened nothing. */
  'pos.drawer': 2,
  'pos.topUp': 1,
  /** 2: it may be without a receipt or half of an exchange, and its approval names one of all acts. */
  'pos.refund': 2,
  /** 2: every count, what is left for the next shift, and the hash of the Z in its place. */
  'pos.closeShift': 2,
  /** 2: its sale may have notes on single lines. */
  'pos.exchange': 2,
  'pos.dropCart': 1,
  'enquiry.submit': 1,
  'admission.submit': 1,
  'hr.apply': 1,
  'consent.decide': 1,
  'face.enrol': 1,
  'face.decide': 1,
  'face.attend': 1,
} as const

/** Up to which version each kind is known to somebody; a kind that is not in it is not known at all. */
export type CommandVersions = Readonly<Record<string, number | undefined>>

export type CommandKind = keyof typeof commandVersions

/** What a till does: the only kinds that move money. */
export type TillCommandKind = Extract<CommandKind, `pos.${string}`>

export const isTillCommandKind = (kind: string): kind is TillCommandKind =>
  isCommandKind(kind) && kind.startsWith('pos.')

export const isCommandKind = (kind: string): kind is CommandKind => Object.hasOwn(commandVersions, kind)

/** What a guardian's own browser may say about faces: that of their child, by the link that they decided with. */
const ofVisitors = 'face.enrol'

/**
 * Whether a kind may stand in a stream: what moves money and faces in that of a till, forms in that of a visitor; a kiosk
 * takes both. Of a kind that is still to come nobody can tell, so it waits for a newer server.
 */
export function isCommandOfStream(kind: string, stream: string): boolean {
  if (stream.startsWith('form/')) return !kind.startsWith('pos.') && (!kind.startsWith('face.') || kind === ofVisitors)
  const isOfTills = isTillCommandKind(kind) || kind.startsWith('face.')
  return !stream.startsWith('till/') || !isCommandKind(kind) || isOfTills
}
