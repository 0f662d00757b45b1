import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { authOtp, forgetPassword, resendVerifyEmail } from '#shared/identity/account.contract.ts'
import { mailRows } from '#tests/support/account-kit.ts'
import { engines } from '#tests/support/database.ts'
import { makeSchool, makeUser } from '#tests/support/factories.ts'
import { type Box, call, openBox } from '#tests/support/server.ts'

describe.each(engines)('mails for accounts that may exist on %s', (engine) => {
  let box: Box

  /** What was written, kept or taken back: a sequence is not taken back. */
  async function written(): Promise<number[]> {
    const { rows } = await box.db.owner.execute<{ links: string; mails: string }>(
      sql`select nextval('account_links_written') as links, nextval('mails_written') as mails`,
    )
    return Object.values(rows[0] ?? {}).map(Number)
  }
  const count = (table: string) => `
    create sequence ${table}_written;
    create function count_${table}() returns trigger language plpgsql security definer set search_path = public
      as $$ begin perform nextval('${table}_written'); return new; end $$;
    create trigger count_${table} before insert on ${table} for each row execute function count_${table}();`

  beforeAll(async () => {
    box = await openBox(engine)
    await makeUser(box, await makeSchool(box, 'alnoor'), 'mona', ['supervisor'])
    for (const statement of [count('account_links'), count('mails')].join('').split(/;\n/)) {
      await box.db.owner.execute(sql.raw(statement))
    }
  })
  afterAll(() => box.close())

  it.each([
    ['a forgotten password', forgetPassword, [1, 1]],
    ['a code', authOtp, [0, 1]],
    ['a confirmation', resendVerifyEmail, [1, 1]],
  ])('writes as much for %s, whether a name exists or not, and keeps what somebody reads', async (_, to, expected) => {
    for (const [email, kept] of [
      ['mona', 1],
      ['mona@school.example', 1],
      ['nobody', 0],
      ['nobody@home.example', 1],
    ] as const) {
      const [before, mailsBefore] = [await written(), (await mailRows(box)).length]
      expect((await call(box.app, { school: 'alnoor' }, to, { email, language: 'en' })).status).toBe(200)
      const after = await written()
      // Reading takes one from each.
      expect([email, after.map((value, i) => value - (before[i] ?? 0) - 1)]).toEqual([email, expected])
      expect([email, (await mailRows(box)).length - mailsBefore]).toEqual([email, kept])
    }
  })
})
