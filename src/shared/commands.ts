import type { z } from 'zod'
import { ConsentDecision } from './consents/consent.contract.ts'
import { Submission } from './forms/form.contract.ts'
import { DroppedCart } from './pos/carts/dropped-cart.contract.ts'
import { Exchange } from './pos/refunds/exchange.contract.ts'
import { Refund } from './pos/refunds/refund.contract.ts'
import { Sale, VoidSale } from './pos/sale.contract.ts'
import { CashMovement, CloseShift, DrawerEvent, OpenShift } from './pos/shift.contract.ts'
import { TopUp } from './pos/top-ups/top-up.contract.ts'
import { FaceAttend, FaceDecide, FaceEnrol } from './recognition/face.contract.ts'
import type { CommandKind } from './sync/command-kinds.ts'

/**
 * What a command means for the server (design: classes of operations).
 * `fact`: it has happened, business rules only flag it · `delta`: commutes · `edit`: carries a base version.
 */
export type CommandClass = 'fact' | 'delta' | 'edit'

interface CommandSpec<B extends z.ZodType = z.ZodType> {
  readonly class: CommandClass
  readonly body: B
  /** Members of the body that are never written down with the operation: they are used up by its effect. */
  readonly unjournalled?: readonly string[]
}
const command = <B extends z.ZodType>(spec: CommandSpec<B>): CommandSpec<B> => spec

/** Everything a device may do while cut off: one line for each of `commandVersions`. */
export const commands = {
  'pos.openShift': command({ class: 'fact', body: OpenShift }),
  'pos.sale': command({ class: 'fact', body: Sale, unjournalled: ['removed'] }),
  'pos.voidSale': command({ class: 'fact', body: VoidSale }),
  'pos.moveCash': command({ class: 'fact', body: CashMovement }),
  'pos.drawer': command({ class: 'fact', body: DrawerEvent }),
  'pos.topUp': command({ class: 'fact', body: TopUp }),
  'pos.refund': command({ class: 'fact', body: Refund }),
  'pos.exchange': command({ class: 'fact', body: Exchange, unjournalled: ['removed'] }),
  'pos.dropCart': command({ class: 'fact', body: DroppedCart, unjournalled: ['removed'] }),
  'pos.closeShift': command({ class: 'fact', body: CloseShift }),
  'enquiry.submit': command({ class: 'fact', body: Submission }),
  'admission.submit': command({ class: 'fact', body: Submission }),
  'hr.apply': command({ class: 'fact', body: Submission }),
  'consent.decide': command({ class: 'fact', body: ConsentDecision }),
  'face.enrol': command({ class: 'fact', body: FaceEnrol, unjournalled: ['sealed', 'picture'] }),
  'face.decide': command({ class: 'fact', body: FaceDecide, unjournalled: ['sealed'] }),
  'face.attend': command({ class: 'fact', body: FaceAttend }),
} as const satisfies Record<CommandKind, CommandSpec>

export type CommandBody<K extends CommandKind> = z.output<(typeof commands)[K]['body']>
