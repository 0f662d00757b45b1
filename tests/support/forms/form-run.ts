import { and, eq } from 'drizzle-orm'
import type { Draft } from '#local/forms/drafts.ts'
import { createApp } from '#server/app.ts'
import { contentOf } from '#server/features/forms/files/file-store.service.ts'
import { submissionFiles, submissions } from '#server/features/forms/form.table.ts'
import { visitors } from '#server/features/sync/anonymous-sender/visitor.table.ts'
import { uuidv7 } from '#shared/kernel/ids.ts'
import { toInstant } from '#shared/kernel/time.ts'
import { quickProof } from '#tests/support/checks/proofs.ts'
import { type Fault, faults, openFaultyNetwork } from '#tests/support/devices/faulty-network.ts'
import { openTestWorld } from '#tests/support/devices/test-surroundings.ts'
import { breathe } from '#tests/support/devices/test-time.ts'
import type { TestSchool } from '#tests/support/factories.ts'
import type { Box } from '#tests/support/server.ts'
import { type FormPage, openFormBrowser } from './form-browser.ts'
import { publish, testAnswers, testForm } from './test-form.ts'
import type { TestFile, TestVisitor } from './visitor-kit.ts'

export interface FormRunParts {
  box: Box
  school: TestSchool
  makeFile: TestVisitor['file']
}

/** Sizes around the edge of a chunk, and small ones. */
const fileSizes = [40, 98_303, 98_304, 98_305, 150_000]

/**
 * One family fills in a form with three files, and everything that can go wrong does: tabs are killed at any point, the
 * network fails in all its ways, storage is full, the server is started again or knows the browser no more, the form is
 * published again in between. What the screen called saved is on the server in the end, once, whole. The same seed is the
 * same story.
 * @throws Error that says what was lost, doubled or half
 */
export async function hostileFormRun({ box, school, makeFile }: FormRunParts, seed: number): Promise<void> {
  const world = openTestWorld(seed)
  const { random, time } = world
  const chance = (share: number) => random.float() < share
  const pick = <T>(from: readonly T[]): T => from[Math.floor(random.float() * from.length)] as T
  let app = createApp({ ...box.deps, clock: time })
  const network = openFaultyNetwork(async (request) => app.request(request), time)
  const browser = openFormBrowser(school.code, world, network.wire, () => quickProof(box, school, time.nowMs()))
  const slug = `run-${seed}`
  let version = await publish(box, school, testForm(), slug)

  let page = await browser.openPage()
  const kill = async () => {
    browser.crash(page)
    await breathe()
    page = await browser.openPage()
  }
  const disturb = async () => {
    if (chance(0.3)) await kill()
    if (chance(0.3)) network.offline = !network.offline
    if (chance(0.4)) network.expect(...Array.from({ length: 3 }, () => pick<Fault>(faults)))
    if (chance(0.2)) app = createApp({ ...box.deps, clock: time })
    if (chance(0.1)) version = await publish(box, school, testForm(), slug)
    // As after a restored backup: the server knows this browser no more.
    if (chance(0.15)) await box.db.owner.delete(visitors).where(eq(visitors.schoolId, school.schoolId))
    if (chance(0.3)) await time.advance(Math.floor(random.float() * 90_000))
  }

  // Typing, with files, over several visits. What was kept is what the next visit finds.
  const files: TestFile[] = []
  let draft: Draft = {
    id: uuidv7(time.nowMs(), random),
    slug,
    version,
    startedAt: toInstant(time.nowMs()),
    answers: {},
  }
  for (let step = 0; step < 6; step += 1) {
    if (step > 0 && step <= 3) {
      const file = makeFile(pick(['jpeg', 'pdf'] as const), pick(fileSizes))
      await page.forms.drafts.keepFile(draft.id, file.answer.fileId, Uint8Array.from(file.content))
      files.push(file)
    }
    const answers = { ...testAnswers, name: `Hind ${seed} ${step}`, papers: files.map(({ answer }) => answer) }
    draft = { ...draft, answers }
    await page.forms.drafts.keep(draft)
    await disturb()
    const found = await page.forms.drafts.latest(slug)
    if (JSON.stringify(found?.answers) !== JSON.stringify(answers)) throw new Error(`seed ${seed}: a draft was lost`)
  }

  // Handing in: perhaps killed in the middle, perhaps pressed twice.
  const handIn = () =>
    page.forms.handIn({
      draft: { ...draft, version },
      purpose: 'enquiry',
      language: 'en',
      channel: 'public',
      trap: '',
      fileCount: files.length,
      actorId: null,
    })
  if (chance(0.3)) {
    const full = new DOMException('no room', 'QuotaExceededError')
    const { store } = page.forms.outbox
    const { append } = store
    store.append = () => Promise.reject(full)
    await handIn().then(
      () => Promise.reject(new Error(`seed ${seed}: a full disk was called saved`)),
      () => undefined,
    )
    store.append = append
  }
  const pressed = handIn().catch(() => undefined)
  if (chance(0.3)) await kill()
  await Promise.race([pressed, breathe(40)])
  await handIn()
  if (chance(0.3)) await handIn()
  for (let i = 0; i < 4; i += 1) await disturb()

  network.heal()
  page.sending.sendNow()
  await time
    .until(async () => (await stateOf(page, draft.id)) === 'complete', { stepMs: 5000, maxMs: 3_600_000 })
    .catch(async () => {
      throw new Error(`seed ${seed}: it never arrived: ${await stateOf(page, draft.id)}`)
    })
  await network.idle()
  await expectWhole(box, school, draft, files, seed)
  const { handedIn, files: kept } = page.forms.db
  const sealed = await handedIn.filter(({ keptSinceMs }) => keptSinceMs !== undefined).primaryKeys()
  if ((await kept.where('draftId').noneOf(sealed).count()) > 0)
    throw new Error(`seed ${seed}: files stayed behind on the device`)
  browser.close()
}

const stateOf = async (page: FormPage, id: string) => (await page.handedIn()).find((row) => row.id === id)?.state

async function expectWhole(box: Box, { schoolId }: TestSchool, draft: Draft, files: readonly TestFile[], seed: number) {
  const fail = (what: string) => new Error(`seed ${seed}: ${what}`)
  const { owner } = box.db
  const rows = await owner
    .select()
    .from(submissions)
    .where(and(eq(submissions.schoolId, schoolId), eq(submissions.slug, draft.slug)))
  if (rows.length !== 1 || rows[0]?.id !== draft.id) throw fail(`${rows.length} submissions`)
  if (JSON.stringify(sorted(rows[0].answers)) !== JSON.stringify(sorted(draft.answers))) throw fail('other answers')
  const stored = await owner.select().from(submissionFiles).where(eq(submissionFiles.submissionId, draft.id))
  if (stored.length !== files.length) throw fail(`${stored.length} files of ${files.length}`)
  for (const { answer, content } of files) {
    if (stored.find(({ id }) => id === answer.fileId)?.state !== 'complete') throw fail('a file is not whole')
    const kept = await box.db.database.tenant(schoolId, (tx) => contentOf(tx, schoolId, answer.fileId))
    if (Buffer.compare(kept, content) !== 0) throw fail('a file has other bytes')
  }
}

/** The database gives keys back in an order of its own. */
const sorted = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .toSorted(([a], [b]) => a.localeCompare(b))
      .map(([key, part]) => [key, sorted(part)]),
  )
}
