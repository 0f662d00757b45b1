import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { users } from '#server/features/identity/sessions/auth.table.ts'
import { callsPerMinute } from '#server/features/programs/tokens/token-call.service.ts'
import { listPupils, setPupilLeaving } from '#shared/students/pupils/pupil.contract.ts'
import { listClasses } from '#shared/students/pupils/class.contract.ts'
import { endApiToken, listApiTokens, makeApiToken } from '#shared/programs/api-token.contract.ts'
import { transactionReport } from '#shared/pos/pos-report.contract.ts'
import { uuidv7 } from '#shared/kernel/ids.ts'
import { dayMs, minuteMs, toInstant } from '#shared/kernel/time.ts'
import { enter, fill } from '#tests/flows/identity/authority-school.ts'
import { endpoints, nameOf } from '#tests/support/checks/endpoints.ts'
import { engines } from '#tests/support/database.ts'
import { makeSchool, type TestSchool } from '#tests/support/factories.ts'
import { type Box, type Caller, call, logged, openBox } from '#tests/support/server.ts'

describe.each(engines)('API tokens on %s (operate §10)', (engine) => {
  let box: Box
  let school: TestSchool
  let admin: Caller
  beforeAll(async () => {
    box = await openBox(engine)
    school = await makeSchool(box, 'alnoor')
    await fill(box, school)
    admin = await enter(box, school, ['admin'], 'staff')
  })
  afterAll(() => box.close())

  let names = 0
  const newId = () => uuidv7(box.clock.nowMs(), box.deps.random)
  const make = (scopes: readonly string[], more: object = {}, by = admin) => {
    names += 1
    return call(box.app, by, makeApiToken, {
      opId: newId(),
      tokenName: `Program ${names}`,
      scopes,
      lifeDays: 90,
      ...more,
    })
  }
  const tokenOf = async (scopes: readonly string[], more: object = {}, by = admin) => {
    const { body } = await make(scopes, more, by)
    return { caller: { school: 'alnoor', token: String(body.token) }, id: (body.made as { id: string }).id }
  }
  const refusal = async (caller: Caller, to: Parameters<typeof call>[2], input: object = {}) =>
    (await call(box.app, caller, to, input)).body.messageId

  it('opens what its scope names, and no other call', async () => {
    const { caller } = await tokenOf(['pupils.read'])
    expect((await call(box.app, caller, listPupils)).body.rows).toHaveLength(1)
    expect(await refusal(caller, listClasses)).toBe('auth.token-scope')
    const leave = { customerId: newId(), leftOn: '2030-03-03', leaveReason: 'moved' }
    expect(await refusal(caller, setPupilLeaving, leave)).toBe('auth.token-scope')
    expect(await refusal(caller, listApiTokens)).toBe('auth.token-scope')
  })

  it('is refused by every call that is not offered to other programs', async () => {
    const closed = endpoints.filter((each) => each.audience === 'session' && each.public === undefined)
    for (const to of closed) {
      const { caller } = await tokenOf(['pupils.read', 'fees.read', 'sales.read'])
      expect(await refusal(caller, to), nameOf(to)).toBe('auth.token-scope')
      await box.db.owner.execute(sql`delete from api_tokens`)
    }
  })

  it('shows the token once and keeps its hash alone', async () => {
    const { body } = await make(['pupils.read'])
    expect(body.token).toMatch(/^bwb_[\w-]{43}$/)
    const { rows } = await box.db.owner.execute<{ all: string }>(
      sql`select string_agg(t::text, ' ') as all from api_tokens t`,
    )
    expect(rows[0]?.all).not.toContain(String(body.token))
    expect(JSON.stringify((await call(box.app, admin, listApiTokens)).body)).not.toContain(String(body.token))
    expect(logged(box)).not.toContain(String(body.token))
  })

  it('can be asked for again under its id until it is used, then the first one works no more', async () => {
    const asked = { opId: newId(), tokenName: 'Once more' }
    const first = await tokenOf(['pupils.read'], asked)
    const second = await tokenOf(['pupils.read'], asked)
    expect(await refusal(first.caller, listPupils)).toBe('auth.token-over')
    expect(await refusal(second.caller, listPupils)).toBeUndefined()
    expect((await make(['pupils.read'], asked)).body).toMatchObject({
      messageId: 'request.invalid',
      field: 'commandId',
    })
  })

  it('ends when it is revoked and when its time is over, within a year', async () => {
    const { caller, id } = await tokenOf(['pupils.read'])
    await call(box.app, caller, listPupils)
    await call(box.app, admin, endApiToken, { id })
    expect(await refusal(caller, listPupils)).toBe('auth.token-over')
    const short = await tokenOf(['pupils.read'], { lifeDays: 1 })
    box.clock.advance(dayMs)
    expect(await refusal(short.caller, listPupils)).toBe('auth.token-over')
    admin = await enter(box, school, ['admin'], 'staff')
    expect((await make(['pupils.read'], { lifeDays: 366 })).body).toMatchObject({
      messageId: 'request.invalid',
      field: 'lifeDays',
    })
  })

  it('does no more than its maker may, also later', async () => {
    const it = await enter(box, school, ['it'], 'staff')
    expect((await call(box.app, it, listApiTokens)).body.scopes).toEqual([])
    expect((await make(['pupils.read'], {}, it)).body.messageId).toBe('auth.token-scope')
    const both = await enter(box, school, ['it', 'registrar'], 'staff')
    expect((await make(['sales.read'], {}, both)).body.messageId).toBe('auth.token-scope')
    const { caller } = await tokenOf(['pupils.read'], {}, both)
    expect(await refusal(caller, listPupils)).toBeUndefined()
    await box.db.owner
      .update(users)
      .set({ roles: ['it'] })
      .where(sql`roles = array['it','registrar']`)
    expect(await refusal(caller, listPupils)).toBe('auth.token-scope')
    await box.db.owner
      .update(users)
      .set({ disabledAt: toInstant(box.clock.nowMs()) })
      .where(sql`roles = array['it']`)
    expect(await refusal(caller, listPupils)).toBe('auth.token-over')
  })

  it('opens nothing at another school', async () => {
    await makeSchool(box, 'manara')
    const { caller } = await tokenOf(['pupils.read'])
    expect(await refusal({ ...caller, school: 'manara' }, listPupils)).toBe('auth.token-over')
  })

  it('is limited by the minute and says when it was last used', async () => {
    const { caller, id } = await tokenOf(['sales.read'])
    for (let count = 0; count < callsPerMinute; count += 1) await call(box.app, caller, transactionReport)
    const { body, status } = await call(box.app, caller, transactionReport)
    expect([status, body.messageId]).toEqual([429, 'request.too-many'])
    const { tokens } = (await call(box.app, admin, listApiTokens)).body as {
      tokens: { id: string; lastUsedAt: string }[]
    }
    expect(tokens.find((each) => each.id === id)?.lastUsedAt).toBe(toInstant(box.clock.nowMs()))
    box.clock.advance(minuteMs)
    expect(await refusal(caller, transactionReport)).toBeUndefined()
  })

  it('is recorded when it is made and when it ends, once', async () => {
    const { id } = await tokenOf(['pupils.read', 'classes.read'])
    await call(box.app, admin, endApiToken, { id })
    await call(box.app, admin, endApiToken, { id })
    const { rows } = await box.db.owner.execute(
      sql`select what, facts from audit_events where record_id = ${id} order by what desc`,
    )
    expect(rows).toEqual([
      { what: 'api-token-made', facts: { scopes: 'pupils.read classes.read', days: 90 } },
      { what: 'api-token-ended', facts: {} },
    ])
  })
})
