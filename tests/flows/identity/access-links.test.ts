import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { attempts } from '#server/features/identity/sessions/auth.table.ts'
import { minuteMs } from '#shared/kernel/time.ts'
import { shapeOf } from '#tests/support/account-kit.ts'
import { tablesWith } from '#tests/support/checks/words-found.ts'
import { engines } from '#tests/support/database.ts'
import { makeSchool, type TestSchool } from '#tests/support/factories.ts'
import { criteriaForm, publish } from '#tests/support/forms/test-form.ts'
import { publishConsents } from '#tests/support/records/consent-kit.ts'
import { type LinkSchool, linkKinds } from '#tests/support/records/link-kinds.ts'
import { countSeats, kg1, staySignedIn } from '#tests/support/records/offers-made.ts'
import { signInAs } from '#tests/support/records/students-made.ts'
import { type Box, type Caller, openBox } from '#tests/support/server.ts'

/** How often links may be guessed from one address in a quarter of an hour. */
const maxGuesses = 300

describe.each(engines)('a mailed link on %s', (engine) => {
  let box: Box
  let school: TestSchool
  let staff: Caller
  let at: LinkSchool
  let no = 0
  let family: Caller

  beforeAll(async () => {
    box = await openBox(engine)
    school = await makeSchool(box, 'alnoor')
    await makeSchool(box, 'manara')
    await publish(box, school)
    await publish(box, school, criteriaForm(), 'criteria-test')
    await publishConsents(box, school)
    await countSeats(box, school, kg1, 500)
    staff = await signInAs(box, school, 'mona', ['admin', 'registrar', 'admission-officer', 'head'])
    await staySignedIn(box)
  })
  beforeEach(async () => {
    no += 1
    box.clock.advance(1000)
    at = { box, school, staff, email: `reader${no}@home.example` }
    family = { school: school.code, address: `10.8.${no}.1` }
    await box.db.owner.delete(attempts)
  })
  afterAll(() => box.close())

  const guessed = async () => (await box.db.owner.select().from(attempts)).reduce((sum, { count }) => sum + count, 0)

  describe.each(linkKinds)('$name', ({ mail, lifeMs, isOnce, refusal = 'link.over', tooMany = 'request.too-many' }) => {
    it('opens what it was mailed for, where its token stands in the mail alone', async () => {
      const { token, open } = await mail(at)
      expect(token).toMatch(/^[a-z]?[\w-]{43}$/)
      expect([...(await tablesWith(box, [token])).keys()]).toEqual(['mails'])
      const opened = await open(family, token)
      expect(opened.status).toBe(200)
      expect(JSON.stringify(opened.body)).not.toContain(token)
      expect(JSON.stringify(box.log)).not.toContain(token)
      const again = await open(family, token)
      if (isOnce) expect(again).toMatchObject({ status: 410, body: { messageId: refusal } })
      else expect(again.status).toBe(200)
    })

    it('is told apart by nothing where it is wrong, of another school or over', async () => {
      const { token, open } = await mail(at)
      const replies = [
        await open(family, `${token.slice(0, -2)}xx`),
        await open(family, token.slice(1)),
        await open(family, `${token}${token}`),
        await open({ ...family, school: 'manara' }, token),
      ]
      if (lifeMs !== undefined) {
        box.clock.advance(lifeMs - minuteMs)
        const { token: later, open: openLater } = await mail({ ...at, email: `later.${at.email}` })
        box.clock.advance(minuteMs)
        replies.push(await open(family, token))
        expect((await openLater(family, later)).status).toBe(200)
      }
      for (const reply of replies) expect(reply).toMatchObject({ status: 410, body: { messageId: refusal } })
      expect(new Set(replies.map((reply) => JSON.stringify(shapeOf(reply)))).size).toBe(1)
    })

    it('opens for its owner, however many were guessed at that address', async () => {
      const { token, open } = await mail(at)
      await box.db.owner.delete(attempts)
      await open(family, `${token.slice(0, -2)}xx`)
      expect(await guessed()).toBe(1)
      await box.db.owner.update(attempts).set({ count: maxGuesses - 1 })
      expect(await open(family, `${token.slice(0, -2)}yy`)).toMatchObject({ status: 410 })
      const wait = { messageId: tooMany, retryAfterMs: 15 * minuteMs }
      expect(await open(family, `${token.slice(0, -2)}zz`)).toMatchObject({ status: 429, body: wait })
      // A right token is no guess: strangers behind the same address close no link.
      expect((await open(family, token)).status).toBe(200)
    })

    it('counts no right token but where it makes the server hash a password, and then by itself', async () => {
      const { token, open } = await mail(at)
      await box.db.owner.delete(attempts)
      expect((await open(family, token)).status).toBe(200)
      expect(await guessed()).toBe(tooMany === 'request.too-many' ? 0 : 1)
    })
  })

  it('is one of those whose tables there are', async () => {
    const { rows } = await box.db.owner.execute<{ name: string }>(sql`
      select table_name as name from information_schema.columns where column_name = 'token_hash' order by 1`)
    expect(rows.map(({ name }) => name)).toEqual([
      'account_links',
      // Of other programs: tests/flows/programs/api-tokens.test.ts
      'api_tokens',
      'appointment_links',
      // Read by calendars: tests/flows/admissions/calendar-link.test.ts
      'calendar_links',
      'consent_acts',
      'consent_openings',
      'consent_requests',
      'criteria_links',
      'document_links',
      // Of payers: tests/flows/fees/family-page.test.ts
      'fee_page_links',
      'form_drafts',
      'offer_links',
      // Between two steps of a sign-in: tests/flows/identity/factors
      'passkey_challenges',
      // Between schools of one person, for a minute: tests/flows/identity/schools
      'school_hand_overs',
      'sessions',
      'sign_in_tickets',
      'sso_turns',
      'subscriber_links',
    ])
  })
})
