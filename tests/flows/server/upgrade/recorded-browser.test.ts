import { createHash } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { carryOver } from '#local/admissions/carry-over.ts'
import { lastData } from '#local/admissions/last-data.ts'
import { letterDrafts } from '#local/letters/letter-drafts.ts'
import { answerOffer, offerData } from '#shared/admissions/offers/offer-page.contract.ts'
import { studentData } from '#shared/admissions/student-file.contract.ts'
import { openConsent } from '#shared/consents/consent.contract.ts'
import { submissionDetail, submissionFile } from '#shared/forms/submission.contract.ts'
import type { Endpoint } from '#shared/kernel/endpoint.ts'
import { OpId } from '#shared/kernel/fields.ts'
import { answerLost, type DeskTab, deskSurroundings, onlineDesk, openDeskTab } from '#tests/support/devices/desk-kit.ts'
import { openTestWorld, seededRandom } from '#tests/support/devices/test-surroundings.ts'
import type { FormPage } from '#tests/support/forms/form-browser.ts'
import { type Caller, call } from '#tests/support/server.ts'
import { facts } from '#tests/support/upgrade/recording.ts'
import { signInRecorded } from '#tests/support/upgrade/upgraded-box.ts'
import { openUpgradedWorld, type UpgradedWorld } from '#tests/support/upgrade/upgraded-world.ts'

/** A whole server is restored and asked: late on a busy machine, and no sooner right. */
const timeout = 120_000

const scenarios: [string, boolean][] = [
  ['arrives', false],
  ['meets a lost answer', true],
]

describe.each(scenarios)(
  'what a browser of 682d00ec had not sent, when the first of it %s',
  { timeout },
  (_, isLost) => {
    let world: UpgradedWorld
    let page: FormPage
    beforeAll(async () => {
      world = await openUpgradedWorld()
      world.network.offline = true
      page = await (await world.openFamily()).openPage()
    }, timeout)
    afterAll(() => world.close())

    const needs = () => ({ clock: world.time, random: seededRandom(7) })
    const post = async (to: Endpoint, input: unknown, caller: Caller = { school: facts.school }) => {
      const { status, body } = await call(world.box.app, caller, to, input)
      expect([to.path, status, body['messageId']]).toEqual([to.path, 200, body['messageId']])
      return body
    }
    const countOf = async (table: string) => {
      const { rows } = await world.box.db.owner.execute<{ n: number }>(
        sql`select count(*)::int as n from ${sql.identifier(table)}`,
      )
      return rows[0]?.n
    }
    /** Opens the desk of a person, with what the older build kept carried over. */
    const openDesk = async (userId: string): Promise<DeskTab> => {
      const place = { clock: world.time, world: openTestWorld(11, world.time) }
      await carryOver(facts.school, userId, deskSurroundings(place))
      return openDeskTab(facts.school, userId, place)
    }
    /** Sends what waits at a desk; the answer to the first call is lost, where it is to be. */
    const sendAll = async (desk: DeskTab, caller: Caller) => {
      const calls = onlineDesk(world.box, { ...caller, userId: desk.userId })
      if (isLost) await desk.send(answerLost(calls))
      await world.time.advance(600_000)
      await desk.send(calls)
    }

    describe('of a family', () => {
      const unsent = [facts.form.unsent, facts.consent.decisionId, facts.face.enrolId]
      const counts = () => page.forms.outbox.store.counts()
      const states = async () => new Map((await page.handedIn()).map(({ id, state }) => [id, state]))

      it('is all there: forms, decisions and a face, with what was begun', async () => {
        expect(await counts()).toMatchObject({ pending: 3, attention: 0 })
        expect((await page.forms.outbox.store.open(10)).map(({ opId }) => opId)).toEqual(unsent)
        const known = await states()
        expect([...unsent, facts.form.sent].map((id) => known.get(id))).toEqual(['saved', 'saved', 'saved', 'complete'])
        expect(await page.forms.drafts.latest('open-day')).toMatchObject({ id: facts.form.begun })
        const { consents, offers } = page.forms
        expect((await consents.read(facts.consent.token))?.own.map(({ id }) => id)).toEqual([facts.consent.decisionId])
        expect((await consents.read(facts.face.token))?.enrolment).toBe(facts.face.enrolId)
        expect((await offers.read(facts.offer.token))?.waiting?.commandId).toBe(facts.offer.commandId)
        expect((await offers.read(facts.offer.draftToken))?.draft?.kind).toBe('decline')
      })

      it('comes to the upgraded server, each exactly once and the file whole', async () => {
        world.batches.length = 0
        world.network.offline = false
        if (isLost) world.network.expect('lose-answer')
        page.sending.sendNow()
        await world.untilSo(async () => {
          const known = await states()
          return unsent.every((id) => known.get(id) === 'complete')
        })
        expect(await counts()).toMatchObject({ attention: 0 })
        const tries = isLost ? [unsent, unsent] : [unsent]
        expect(world.batches.slice(0, tries.length)).toEqual(tries)
        expect(await countOf('sync_ops')).toBe((facts.counts['sync_ops'] ?? 0) + 3)
        expect(await countOf('submissions')).toBe((facts.counts['submissions'] ?? 0) + 1)
        expect(await countOf('consent_acts')).toBe((facts.counts['consent_acts'] ?? 0) + 1)
        const registrar = await signInRecorded(world.box, 'registrar')
        const { submission, files } = submissionDetail.reply.parse(
          await post(submissionDetail, { id: facts.form.unsent }, registrar),
        )
        const row = (await page.handedIn()).find(({ id }) => id === facts.form.unsent)
        expect(row).toMatchObject({ reference: submission.reference, filesLeft: 0 })
        expect(files.map(({ id, state }) => [id, state])).toEqual([[facts.form.fileId, 'complete']])
        const named = { submissionId: facts.form.unsent, fileId: facts.form.fileId }
        const { data } = submissionFile.reply.parse(await post(submissionFile, named, registrar))
        expect(createHash('sha256').update(Buffer.from(data, 'base64')).digest('hex')).toBe(facts.form.fileSha256)
        const asked = { token: facts.consent.token, senderId: page.forms.consents.senderId, language: 'en' }
        const { consent } = openConsent.reply.parse(await post(openConsent, asked))
        expect(consent.acts.map(({ id }) => id)).toEqual([facts.consent.decisionId])
      })

      it('counts once, whatever the page sends after that', async () => {
        const known = [await countOf('sync_ops'), await countOf('submissions'), await countOf('consent_acts')]
        page.sending.sendNow()
        await world.time.advance(300_000)
        await world.network.idle()
        expect([await countOf('sync_ops'), await countOf('submissions'), await countOf('consent_acts')]).toEqual(known)
        expect(await counts()).toMatchObject({ attention: 0 })
      })

      it('signs the offer that was signed without a network, once', async () => {
        const waiting = (await page.forms.offers.read(facts.offer.token))?.waiting
        const answer = { offerLetterToken: facts.offer.token, ...waiting }
        await post(answerOffer, answer)
        if (isLost) await post(answerOffer, answer)
        expect(await countOf('offer_answers')).toBe((facts.counts['offer_answers'] ?? 0) + 1)
        const { state } = offerData.reply.parse(await post(offerData, { offerLetterToken: facts.offer.token }))
        expect(state).toBe('accepted')
      })
    })

    describe('of the admissions desk', () => {
      it('decides what was decided, each once', async () => {
        const { userId, kept, offerStudentId, moveStudentId } = facts.decisions
        const desk = await openDesk(userId)
        const waiting = await desk.decisions()
        expect(waiting.map(({ asked }) => asked.commandId)).toEqual(kept)
        expect(waiting.map(({ problem }) => problem)).toEqual([null, null])
        const registrar = await signInRecorded(world.box, 'registrar')
        await sendAll(desk, registrar)
        expect(await desk.decisions()).toEqual([])
        desk.close()
        expect(await countOf('student_commands')).toBe((facts.counts['student_commands'] ?? 0) + 2)
        const fileOf = async (student_id: string) =>
          studentData.reply.parse(await post(studentData, { student_id }, registrar))
        const offered = await fileOf(offerStudentId)
        expect([offered.offers.length, offered.proposals.map(({ to }) => to)]).toEqual([1, ['offer-out']])
        const moved = await fileOf(moveStudentId)
        const [asked] = waiting.filter((each) => each.asked.student_id === moveStudentId)
        expect(moved.student.status).toBe(asked?.move.to)
      })

      it('books the cash that was taken under the next number, and goes on counting', async () => {
        const { userId, id, provisional, studentId, amount } = facts.cash
        const desk = await openDesk(userId)
        const [taken] = await desk.cash()
        expect(taken?.operation).toMatchObject({ id, provisional, student_id: studentId, amount })
        expect([taken?.receipt, taken?.problem, (await desk.cash()).length]).toEqual([null, null, 1])
        const finance = await signInRecorded(world.box, 'finance')
        await sendAll(desk, finance)
        expect((await desk.cash()).map(({ receipt }) => receipt?.number)).toEqual(['C-2030-000003'])
        expect(await countOf('student_cash')).toBe((facts.counts['student_cash'] ?? 0) + 1)
        if (!taken) throw new Error('no cash was taken')
        const { provisional: _number, takenAt: _at, ...operation } = taken.operation
        const asked = { operation: { ...operation, id: OpId.parse(crypto.randomUUID()) }, paper: taken.paper }
        // A series of this person's own begins with the present build.
        expect((await desk.takeCash(asked)).operation.provisional).toMatch(/^P-(?!WW8F73)\w{6}-0001$/)
        await desk.send(onlineDesk(world.box, { ...finance, userId }))
        const numbers = (await desk.cash()).map(({ receipt }) => receipt?.number)
        expect(numbers).toEqual(['C-2030-000003', 'C-2030-000004'])
        desk.close()
      })

      it('keeps the words of a letter that were not saved, and what was seen last', async () => {
        const { userId } = facts.decisions
        const draft = await letterDrafts(facts.school, needs()).of(userId, facts.letter.name)
        expect(JSON.stringify(draft?.template.title)).toContain(facts.letter.title)
        const seen = await lastData(facts.school, needs()).recall(userId, facts.lastData.question)
        expect(studentData.reply.parse(seen?.answer).student.student_id).toBe(facts.decisions.offerStudentId)
      })
    })
  },
)
