import 'fake-indexeddb/auto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { streamOf } from '#local/device/identity.ts'
import { startDeskFinishing } from '#local/forms/sending-forms.ts'
import { openForms } from '#local/visitor/open-forms.ts'
import { createApp } from '#server/app.ts'
import { submissions } from '#server/features/forms/form.table.ts'
import { tills } from '#server/features/sync/devices/device.table.ts'
import { SignedIn } from '#shared/identity/auth.contract.ts'
import { login } from '#shared/identity/sign-in.contract.ts'
import { uuidv7 } from '#shared/kernel/ids.ts'
import { toInstant } from '#shared/kernel/time.ts'
import { createPairingCode } from '#shared/sync/device.contract.ts'
import { httpOver } from '#tests/support/devices/device-kit.ts'
import { openTestWorld } from '#tests/support/devices/test-surroundings.ts'
import { makeTill, makeUser, password } from '#tests/support/factories.ts'
import { publish, testAnswers } from '#tests/support/forms/test-form.ts'
import { openCanteen } from '#tests/support/pos/canteen.ts'
import { openTillBox } from '#tests/support/pos/till-box.ts'
import { type Box, call, openBox } from '#tests/support/server.ts'

const visitors = 200

let server: Box
beforeAll(async () => {
  server = await openBox('pglite')
})
afterAll(() => server.close())

it(`a front desk takes ${visitors} enquiries in a row without a network, then sends each once, and never holds a pupil`, async () => {
  const { school } = await openCanteen(server, 'alnoor')
  await publish(server, school)
  await makeUser(server, school, 'mona', ['supervisor'])
  const { body } = await call(server.app, { school: 'alnoor' }, login, { userName: 'mona', password })
  const supervisor = { school: 'alnoor', token: SignedIn.parse(body).token }
  const { tillId } = await makeTill(server, school)
  await server.db.owner.update(tills).set({ kind: 'desk' }).where(eq(tills.id, tillId))
  const code = await call(server.app, supervisor, createPairingCode, { tillId })

  const world = openTestWorld(77)
  const app = createApp({ ...server.deps, clock: world.time })
  const line = { cut: false }
  const wire = async (request: Request) => {
    if (line.cut) throw new TypeError('offline')
    return app.request(request)
  }
  const box = await openTillBox({ schoolCode: 'alnoor', world, wire, pairingCode: String(code.body.code) })
  const { device } = await box.openTab()
  const { surroundings } = device.options
  const forms = await openForms('alnoor', device, streamOf(box.identity), surroundings)
  const finishing = startDeskFinishing('alnoor', forms, box.identity, httpOver(wire, 'alnoor'))

  line.cut = true
  for (let visitor = 1; visitor <= visitors; visitor += 1) {
    const id = uuidv7(world.time.nowMs(), world.random)
    const answers = { ...testAnswers, name: `Visitor ${visitor}` }
    const draft = { id, slug: 'enquiry', version: 1, startedAt: toInstant(world.time.nowMs()), answers }
    await forms.drafts.keep(draft)
    await forms.handIn({
      draft,
      purpose: 'enquiry',
      language: 'en',
      channel: 'kiosk',
      trap: '',
      fileCount: 0,
      actorId: null,
    })
    await forms.drafts.dropAll()
  }
  expect(await device.store.counts()).toMatchObject({ pending: visitors, attention: 0 })
  expect(JSON.stringify(await device.store.open(visitors))).not.toContain('Visitor 7')
  expect(await device.snapshot.customers.count()).toBe(0)

  line.cut = false
  await world.time.until(
    async () => (await forms.db.handedIn.filter((row) => row.state !== 'complete').count()) === 0,
    { stepMs: 1000 },
  )
  const stored = await server.db.owner.select().from(submissions)
  expect(new Set(stored.map(({ answers }) => answers['name'])).size).toBe(visitors)
  expect(stored).toHaveLength(visitors)
  expect(stored.every(({ channel }) => channel === 'kiosk')).toBe(true)
  await finishing.stop()
  box.close()
  forms.close()
}, 120_000)
