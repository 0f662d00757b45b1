import { minor } from '#shared/kernel/money.ts'
import { toInstant } from '#shared/kernel/time.ts'
import { reportHash } from '#shared/pos/cash/blind-report.rules.ts'
import { CloseShift, type DrawerCause, DrawerEvent } from '#shared/pos/shift.contract.ts'
import type { Operation } from '#shared/sync/sync.contract.ts'
import type { TillOps } from './till-ops.ts'

const nowOf = ({ device }: TillOps) => toInstant(device.canteen.box.clock.nowMs())

/** Opens the drawer, or copies a paper: in the open shift, or in none. */
export function openDrawer(till: TillOps, cause: DrawerCause, change: Partial<DrawerEvent> = {}): Operation {
  const shiftId = till.shift?.open.id ?? null
  const by = till.device.canteen.cashier
  const body: DrawerEvent = { id: till.newId(), shiftId, cause, by, at: nowOf(till), ...change }
  till.shift?.drawer.push(body)
  return till.op('pos.drawer', DrawerEvent.parse(body), { v: cause === 'copy' ? 2 : 1 })
}

/** Closes as version 2 does: with every count, what is left and the hash of the Z. */
export function closeCounted(
  till: TillOps,
  counts: NonNullable<CloseShift['counts']>,
  change: Partial<CloseShift> = {},
): Operation {
  if (!till.shift) throw new Error('no shift is open')
  const counted = counts.at(-1)?.amount ?? 0
  const { left, bag } = change
  const close = { counts, ...(left !== undefined && { left }), ...(bag !== undefined && { bag }) }
  const body: CloseShift = {
    shiftId: till.shift.open.id,
    countedCash: minor(counted),
    counts,
    by: till.device.canteen.cashier,
    at: nowOf(till),
    reportHash: reportHash(till.report(counted, close)),
    ...change,
  }
  return till.op('pos.closeShift', CloseShift.parse(body), { v: 2 })
}
