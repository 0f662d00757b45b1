import 'fake-indexeddb/auto'
import { describe, expect, it } from 'vitest'
import { minor } from '#shared/kernel/money.ts'
import { minuteMs, toInstant } from '#shared/kernel/time.ts'
import type { ApprovedAct } from '#shared/pos/approvals/approval.contract.ts'
import { approvalHash } from '#shared/pos/approvals/approval.rules.ts'
import { movementShown, voidShown } from '#shared/pos/approvals/judge-shift-acts.rules.ts'
import type { TillLimit } from '#shared/pos/approvals/till-limit.contract.ts'
import { pageOf } from '#tests/support/devices/snapshot-kit.ts'
import { actor, openRig, saleOf, supervisor, type TillRig } from '#tests/support/pos/till-kit.ts'
import type { Till } from './till.types.ts'

const needsApproval = { messageId: 'pos.approval-needed' }
const limit = (of: Pick<TillLimit, 'kind' | 'subject' | 'act'> & Partial<TillLimit>): TillLimit => ({
  isForbidden: false,
  each: null,
  shift: null,
  offline: 'same',
  ...of,
})

async function openShift(inContact?: () => boolean) {
  const rig = await openRig()
  const tab = await rig.openTab(inContact)
  await tab.till.openShift({ floatAmount: minor(10_000) }, actor)
  return { rig, ...tab }
}

const approvalOf = (rig: TillRig, till: Till, act: ApprovedAct, shown: Record<string, unknown>, by = supervisor) => ({
  by,
  given: {
    id: till.newId(),
    act,
    hash: approvalHash(act, shown),
    by: by.userId,
    proof: 'pin' as const,
    at: toInstant(rig.world.time.nowMs()),
  },
})

describe('a void', () => {
  it('POS-61: at 2:59 needs a reason, at 3:01 another person; a clock that is set back does not help', async () => {
    const { rig, till } = await openShift()
    const { time } = rig.world
    const sell = async () => (await till.completeSale(saleOf(till), actor)).id
    const early = await sell()
    await time.advance(179_000)
    expect(await till.voidSale({ saleId: early, reason: 'twice' }, actor)).toMatchObject({ afterMs: 179_000 })
    const saleId = await sell()
    await time.advance(181_000)
    const ask = () => till.voidSale({ saleId, reason: 'twice' }, actor)
    await expect(ask).rejects.toMatchObject(needsApproval)
    time.jump(-3 * minuteMs)
    await expect(ask).rejects.toMatchObject(needsApproval)
    const { total } = till.shift!.sales.at(-1)!.totals
    const approval = approvalOf(rig, till, 'void', voidShown({ id: saleId, total }))
    const saved = await till.voidSale({ saleId, reason: 'twice', approval }, actor)
    expect(saved).toMatchObject({ approval: approval.given, afterMs: 181_000 })
  })

  it('POS-61: of a page that was opened again is late while the server does not correct the clock', async () => {
    let inContact = true
    const { rig, till } = await openShift()
    const { id: saleId } = await till.completeSale(saleOf(till), actor)
    const again = (await rig.openTab(() => inContact)).till
    inContact = false
    const ask = () => again.voidSale({ saleId, reason: 'twice' }, actor)
    await expect(ask).rejects.toMatchObject(needsApproval)
    inContact = true
    const { afterMs } = await ask()
    expect(afterMs).toBeUndefined()
  })

  it('POS-62 POS-63: takes no approval of another sale, of the person who voids, of an operator, or a second time', async () => {
    const { rig, till } = await openShift()
    const sell = async () => {
      const { id, totals } = await till.completeSale(saleOf(till, { qty: 5 }), actor)
      return { saleId: id, shown: voidShown({ id, total: totals.total }) }
    }
    const [one, two] = [await sell(), await sell()]
    const given = approvalOf(rig, till, 'void', one.shown)
    const ask = (saleId: typeof one.saleId, approval: typeof given, by = actor) =>
      till.voidSale({ saleId, reason: 'twice', approval }, by)
    await expect(() => ask(two.saleId, given)).rejects.toMatchObject(needsApproval)
    await expect(() => ask(one.saleId, approvalOf(rig, till, 'void', one.shown, actor))).rejects.toMatchObject(
      needsApproval,
    )
    const operator = { ...actor, userId: supervisor.userId }
    await expect(() => ask(one.saleId, { ...given, by: operator })).rejects.toMatchObject(needsApproval)
    expect((await ask(one.saleId, given)).approval).toEqual(given.given)
    const again = { by: supervisor, given: { ...given.given, hash: approvalHash('void', two.shown) } }
    await expect(() => ask(two.saleId, again)).rejects.toMatchObject(needsApproval)
  })
})

describe('cash without a sale', () => {
  const moveOf = (till: Till, kind: 'no-sale' | 'paid-out' | 'drop', amount = 500) => ({
    id: till.newId(),
    kind,
    amount: minor(kind === 'no-sale' ? 0 : amount),
    reason: 'x',
  })

  it('opens the drawer twice a shift, counted across a reload, and then by approval', async () => {
    const { rig, till } = await openShift()
    await till.moveCash(moveOf(till, 'no-sale'), actor)
    await till.moveCash(moveOf(till, 'no-sale'), actor)
    const again = (await rig.openTab()).till
    const third = moveOf(again, 'no-sale')
    await expect(async () => again.moveCash(third, actor)).rejects.toMatchObject(needsApproval)
    await again.moveCash(moveOf(again, 'no-sale'), supervisor)
    const approval = approvalOf(rig, again, 'no-sale', movementShown(third))
    expect((await again.moveCash({ ...third, approval }, actor)).approval).toEqual(approval.given)
  })

  it('leaves by approval of exactly this amount, a drop also under the eyes of another person', async () => {
    const { rig, till } = await openShift()
    const out = moveOf(till, 'paid-out')
    const approval = approvalOf(rig, till, 'paid-out', movementShown(out))
    await expect(async () => till.moveCash(out, actor)).rejects.toMatchObject(needsApproval)
    await expect(async () => till.moveCash({ ...out, witness: supervisor.userId }, actor)).rejects.toMatchObject(
      needsApproval,
    )
    await expect(async () => till.moveCash({ ...out, amount: minor(501), approval }, actor)).rejects.toMatchObject(
      needsApproval,
    )
    await till.moveCash({ ...out, approval }, actor)
    const drop = moveOf(till, 'drop')
    await expect(async () => till.moveCash({ ...drop, witness: actor.userId }, actor)).rejects.toMatchObject(
      needsApproval,
    )
    expect(await till.moveCash({ ...drop, witness: supervisor.userId, bag: 'B-1' }, actor)).toMatchObject({
      witness: supervisor.userId,
      bag: 'B-1',
    })
  })

  it('POS-66: follows limits that reach the open shift, those of the device first', async () => {
    const { rig, till } = await openShift()
    const { settings } = till
    const device = limit({ kind: 'device', subject: settings.till.tillId, act: 'drop', each: 100 })
    const person = limit({ kind: 'person', subject: supervisor.userId, act: 'drop', each: 1000 })
    await till.moveCash(moveOf(till, 'drop'), supervisor)
    await rig.putPage({ ...pageOf({}), settings: { ...settings, limits: [person, device] } })
    const again = (await rig.openTab()).till
    await expect(async () => again.moveCash(moveOf(again, 'drop', 101), supervisor)).rejects.toMatchObject(
      needsApproval,
    )
    const forbidden = { ...settings, limits: [{ ...device, isForbidden: true }] }
    await rig.putPage({ ...pageOf({}), settings: forbidden })
    const third = (await rig.openTab()).till
    const input = moveOf(third, 'drop', 1)
    const approval = approvalOf(rig, third, 'drop', movementShown(input))
    await expect(async () => third.moveCash({ ...input, approval }, actor)).rejects.toMatchObject({
      messageId: 'pos.act-forbidden',
    })
  })
})
