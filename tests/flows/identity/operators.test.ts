import 'fake-indexeddb/auto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openOperators } from '#local/device/operators.ts'
import { users } from '#server/features/identity/sessions/auth.table.ts'
import { forgetPassword, resetPassword } from '#shared/identity/account.contract.ts'
import { loginPos, SignedIn, type SignedInUser } from '#shared/identity/auth.contract.ts'
import { login } from '#shared/identity/sign-in.contract.ts'
import { minor } from '#shared/kernel/money.ts'
import { createPairingCode } from '#shared/sync/device.contract.ts'
import { mailTo, newPassword } from '#tests/support/account-kit.ts'
import { named } from '#tests/support/devices/device-kit.ts'
import { openTestWorld } from '#tests/support/devices/test-surroundings.ts'
import { makeTill, makeUser, password } from '#tests/support/factories.ts'
import { openCanteen } from '#tests/support/pos/canteen.ts'
import { openTillBox } from '#tests/support/pos/till-box.ts'
import { saleOf } from '#tests/support/pos/till-kit.ts'
import { type Box, call, openBox } from '#tests/support/server.ts'

const pin = '482913'
let server: Box
beforeAll(async () => {
  server = await openBox('pglite')
})
afterAll(() => server.close())

/** A paired till over the real server, at which a cashier and a colleague have chosen PINs. */
async function openShared(school: string) {
  const canteen = await openCanteen(server, school)
  const colleague = await makeUser(server, canteen.school, 'colleague', ['operator'])
  await makeUser(server, canteen.school, 'mona', ['supervisor'])
  const { body } = await call(server.app, { school }, login, { userName: 'mona', password })
  const supervisor = { school, token: SignedIn.parse(body).token }
  const { tillId } = await makeTill(server, canteen.school)
  const code = await call(server.app, supervisor, createPairingCode, { tillId })
  const line = { cut: false }
  const wire = async (request: Request) => {
    if (line.cut) throw new TypeError('offline')
    const connection = { incoming: { socket: { remoteAddress: '192.0.2.1' } } }
    return server.app.request(request, undefined, connection)
  }
  const world = openTestWorld()
  const box = await openTillBox({ schoolCode: school, world, wire, pairingCode: String(code.body.code) })
  const page = await box.openTab()
  await world.time.until(() => page.till !== undefined)
  const { store, contact } = page.device
  const { clock, random } = page.tab.surroundings
  const operators = openOperators({ store, identity: box.identity, clock, random, lastContactMs: contact.lastMs })
  for (const userId of [canteen.cashier, colleague]) {
    await operators.remember(
      { userId, name: named('somebody'), authority: ['operator'] } as unknown as SignedInUser,
      pin,
    )
  }
  const inBy = (userId: string) =>
    operators.signIn(userId, pin).then(
      () => 'in',
      (error: { messageId?: string }) => error.messageId,
    )
  return { canteen, colleague, line, world, box, page, operators, inBy }
}

it('shuts who was switched off out of a till in contact, and sends what they had sold', async () => {
  const { canteen, colleague, line, world, box, page, operators, inBy } = await openShared('alnoor')
  const { cashier } = canteen
  const actor = { userId: cashier, roles: ['operator'] as const }
  const till = page.till
  if (!till) throw new Error('no till is open')
  await till.openShift({ floatAmount: minor(5000) }, actor)
  await world.time.until(async () => (await page.device.store.counts()).pending === 0)
  line.cut = true
  await till.completeSale(saleOf(till), actor)
  await server.db.owner.update(users).set({ disabledAt: '2030-03-03T06:00:00.000Z' }).where(eq(users.id, cashier))
  // Cut off, the till cannot know.
  await world.time.advance(120_000)
  expect(await inBy(cashier)).toBe('in')

  line.cut = false
  page.sender.sendNow()
  await world.time.until(async () => (await operators.list()).length === 1)
  expect(await inBy(cashier)).toBe('auth.wrong-credentials')
  expect(await inBy(colleague)).toBe('in')
  await world.time.until(async () => (await page.device.store.counts()).pending === 0)

  line.cut = true
  box.close()
  const next = await box.openTab()
  const kept = await next.device.store.getMeta<object>('operators')
  expect(Object.keys(kept ?? {})).toEqual([colleague])
  box.close()
})

it('forgets the PIN of who has a new password, and keeps the one they choose afterwards', async () => {
  const { canteen, colleague, world, box, page, operators, inBy } = await openShared('manara')
  await call(server.app, { school: 'manara' }, forgetPassword, { email: 'colleague', language: 'en' })
  const { token } = await mailTo(server, 'colleague@school.example')
  const reset = { token, password: newPassword, language: 'en' }
  expect((await call(server.app, { school: 'manara' }, resetPassword, reset)).status).toBe(200)
  // Until the next contact the till cannot know.
  expect(await inBy(colleague)).toBe('in')
  page.sender.sendNow()
  await world.time.until(async () => (await operators.list()).length === 1)
  expect(await inBy(colleague)).toBe('auth.wrong-credentials')
  expect(await inBy(canteen.cashier)).toBe('in')

  const again = { userName: 'colleague', password: newPassword }
  const { body } = await call(server.app, { school: 'manara' }, loginPos, again)
  await operators.remember(SignedIn.parse(body).user, pin)
  page.sender.sendNow()
  await world.time.advance(120_000)
  expect(await inBy(colleague)).toBe('in')
  box.close()
})
