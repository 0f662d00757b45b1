import type { z } from 'zod'
import { Sale, VoidSale } from './sale.ts'
import { CashMovement, CloseShift, OpenShift } from './shift.ts'

/**
 * What a command means for the server (design: classes of operations).
 * `fact`: it has happened, business rules only flag it · `delta`: commutes · `edit`: carries a base version.
 */
export type CommandClass = 'fact' | 'delta' | 'edit'

interface CommandSpec<B extends z.ZodType = z.ZodType> {
  readonly class: CommandClass
  /** Version of the body's meaning. A changed meaning is a new kind; a wider body is a new version. */
  readonly v: number
  readonly body: B
}
const command = <B extends z.ZodType>(spec: CommandSpec<B>): CommandSpec<B> => spec

/** Everything a device may do while cut off. The names are for ever: a device may hold one for weeks. */
export const commands = {
  'pos.openShift': command({ class: 'fact', v: 1, body: OpenShift }),
  'pos.sale': command({ class: 'fact', v: 1, body: Sale }),
  'pos.voidSale': command({ class: 'fact', v: 1, body: VoidSale }),
  'pos.moveCash': command({ class: 'fact', v: 1, body: CashMovement }),
  'pos.closeShift': command({ class: 'fact', v: 1, body: CloseShift }),
} as const

export type CommandKind = keyof typeof commands
export type CommandBody<K extends CommandKind> = z.output<(typeof commands)[K]['body']>

export const isCommandKind = (kind: string): kind is CommandKind => Object.hasOwn(commands, kind)
